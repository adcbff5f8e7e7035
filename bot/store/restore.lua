-- Put a whole game in place, if there is none of that name. A call that is repeated finds its own mark.
-- KEYS game log due
-- ARGV id, now, mark (another one for each call), version, document, state, log entries...
if redis.call('EXISTS', KEYS[1]) == 1 then
  return redis.call('HGET', KEYS[1], 'restored') == ARGV[3] and 1 or 0
end
redis.call('HSET', KEYS[1], 'version', ARGV[4], 'doc', ARGV[5], 'state', ARGV[6], 'restored', ARGV[3], 'mark', ARGV[3])
for index = 7, #ARGV do
  redis.call('RPUSH', KEYS[2], ARGV[index])
end
redis.call('ZADD', KEYS[3], ARGV[2], ARGV[1])
return 1
