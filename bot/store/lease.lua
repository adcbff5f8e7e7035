-- Take or prolong a lease: one process at a time talks to a platform.
-- KEYS lease
-- ARGV holder, how long (ms; 0 gives it up)
local holder = redis.call('GET', KEYS[1])
if holder and holder ~= ARGV[1] then
  return 0
end
if ARGV[2] == '0' then
  redis.call('DEL', KEYS[1])
else
  redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
end
return 1
