-- Let go of a game: due again at the given time, at once if it has moved on meanwhile, never if nothing is left to do.
-- KEYS game due held
-- ARGV id, worker, version attended, now, next ('' for never)
if redis.call('HGET', KEYS[3], ARGV[1]) ~= ARGV[2] then
  return 0
end
redis.call('HDEL', KEYS[3], ARGV[1])
local version = redis.call('HGET', KEYS[1], 'version')
if not version then
  redis.call('ZREM', KEYS[2], ARGV[1]) -- there is no such game
elseif version ~= ARGV[3] then
  redis.call('ZADD', KEYS[2], ARGV[4], ARGV[1])
elseif ARGV[5] == '' then
  redis.call('ZREM', KEYS[2], ARGV[1])
else
  redis.call('ZADD', KEYS[2], ARGV[5], ARGV[1])
end
return 1
