-- Hold a game for longer, if it is still held by this worker.
-- KEYS due held
-- ARGV id, worker, until
if redis.call('HGET', KEYS[2], ARGV[1]) ~= ARGV[2] then
  return 0
end
redis.call('ZADD', KEYS[1], ARGV[3], ARGV[1])
return 1
