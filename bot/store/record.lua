-- Note what a surface shows, under the hold. If the hold is lost, or another worker has written there,
-- the surface counts as showing nothing and the game is due: whoever comes next puts it right.
-- KEYS posts due held
-- ARGV id, worker, now, surface, what the worker found there ('' for nothing), new value '<shown>\n<message>' ('' forgets it),
--      'again' if it was noted before and may have been lost: then without the hold, and only where it fits
local present = redis.call('HGET', KEYS[1], ARGV[4]) or ''
if (ARGV[7] or redis.call('HGET', KEYS[3], ARGV[1]) == ARGV[2]) and present == ARGV[5] then
  if ARGV[6] == '' then
    redis.call('HDEL', KEYS[1], ARGV[4])
  else
    redis.call('HSET', KEYS[1], ARGV[4], ARGV[6])
  end
  return 1
end
if ARGV[7] or present == ARGV[6] then
  return 1 -- the reply to the first attempt was lost
end
if present ~= '' then
  redis.call('HSET', KEYS[1], ARGV[4], '-1' .. string.sub(present, string.find(present, '\n', 1, true), -1))
end
if redis.call('HEXISTS', KEYS[3], ARGV[1]) == 0 then
  redis.call('ZADD', KEYS[2], ARGV[3], ARGV[1])
end
return 0
