-- Put another value in the place of one that is kept about somebody, where that still stands.
-- KEYS what is kept about somebody
-- ARGV name, what was found there ('' for nothing), new value ('' forgets it)
local present = redis.call('HGET', KEYS[1], ARGV[1]) or ''
if present == ARGV[3] then
  return 1 -- the reply to the first attempt was lost
end
if present ~= ARGV[2] then
  return 0
end
if ARGV[3] == '' then
  redis.call('HDEL', KEYS[1], ARGV[1])
else
  redis.call('HSET', KEYS[1], ARGV[1], ARGV[3])
end
return 1
