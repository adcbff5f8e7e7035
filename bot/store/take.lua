-- Take what was laid: whoever comes first has it. A call that is repeated because its reply was lost finds its own.
-- KEYS laid taken
-- ARGV token (another one for each call), how long a call may be repeated (ms)
local found = redis.call('GET', KEYS[1])
if found then
  redis.call('DEL', KEYS[1])
  redis.call('SET', KEYS[2], ARGV[1] .. found, 'PX', ARGV[2])
  return found
end
local taken = redis.call('GET', KEYS[2])
if taken and string.sub(taken, 1, #ARGV[1]) == ARGV[1] then
  return string.sub(taken, #ARGV[1] + 1)
end
return false
