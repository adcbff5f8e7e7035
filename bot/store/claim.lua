-- Take games of one partition that are due, and hold them: while held, the due time is when the hold lapses.
-- KEYS due held
-- ARGV worker, now, until, most
local games = redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', ARGV[2], 'LIMIT', 0, ARGV[4])
for _, game in ipairs(games) do
  redis.call('HSET', KEYS[2], game, ARGV[1])
  redis.call('ZADD', KEYS[1], ARGV[3], game)
end
return games
