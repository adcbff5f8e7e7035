-- Put a whole game in place, if there is none of that name.
-- KEYS game log due
-- ARGV id, now, version, document, state, log entries...
if redis.call('EXISTS', KEYS[1]) == 1 then
  return 0
end
redis.call('HSET', KEYS[1], 'version', ARGV[3], 'doc', ARGV[4], 'state', ARGV[5])
for index = 6, #ARGV do
  redis.call('RPUSH', KEYS[2], ARGV[index])
end
redis.call('ZADD', KEYS[3], ARGV[2], ARGV[1])
return 1
