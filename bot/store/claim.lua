-- Take games of one partition that are due, and hold them: while held, the due time is when the hold lapses.
-- A call that is repeated because its reply was lost finds its games by the very moment until which it held them.
-- KEYS due held
-- ARGV worker, now, until (another one for each call), most
local taken = {}
for _, game in ipairs(redis.call('ZRANGEBYSCORE', KEYS[1], ARGV[3], ARGV[3])) do
  if redis.call('HGET', KEYS[2], game) == ARGV[1] then
    taken[#taken + 1] = game
  end
end
if #taken == 0 then
  taken = redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', ARGV[2], 'LIMIT', 0, ARGV[4])
  for _, game in ipairs(taken) do
    redis.call('HSET', KEYS[2], game, ARGV[1])
    redis.call('ZADD', KEYS[1], ARGV[3], game)
  end
end
return taken
