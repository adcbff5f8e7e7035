-- Who works on this store at present, and which servers each of them knows and has made whole.
-- KEYS the company
-- ARGV seconds after which one who does not sign is gone, my name, then the servers
-- Answers everybody's lines '<name> <server>'.
local time = redis.call('TIME')
local now = time[1] + time[2] / 1000000
for index = 3, #ARGV do
  redis.call('ZADD', KEYS[1], now, ARGV[2] .. ' ' .. ARGV[index])
end
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now - ARGV[1])
return redis.call('ZRANGE', KEYS[1], 0, -1)
