-- Count an event in sliding windows that all processes share, unless one of them is full.
-- KEYS the windows
-- ARGV now, the event's own name, whether it happens in any case ('1'), then of each window: most, seconds
-- Answers how long to wait ('0': it was counted). A call that is repeated because its reply was lost counts once.
local now, wait = tonumber(ARGV[1]), 0
if redis.call('ZSCORE', KEYS[1], ARGV[2]) then
  return '0'
end
for index, key in ipairs(KEYS) do
  local most, within = tonumber(ARGV[2 + 2 * index]), tonumber(ARGV[3 + 2 * index])
  redis.call('ZREMRANGEBYSCORE', key, '-inf', now - within)
  local times = redis.call('ZRANGE', key, -most, -1, 'WITHSCORES')
  if #times == 2 * most then
    wait = math.max(wait, tonumber(times[2]) + within - now)
  end
end
if wait > 0 and ARGV[3] ~= '1' then
  return tostring(wait)
end
for index, key in ipairs(KEYS) do
  redis.call('ZADD', key, ARGV[1], ARGV[2])
  redis.call('PEXPIRE', key, math.ceil(tonumber(ARGV[3 + 2 * index]) * 1000))
end
return '0'
