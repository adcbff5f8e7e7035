-- A process is alive. If none was for longer than the patience, that gap is noted: no clock ran in it.
-- KEYS last gaps
-- ARGV now, patience
local last = redis.call('GET', KEYS[1])
local gap = 0
if last and tonumber(ARGV[1]) - tonumber(last) > tonumber(ARGV[2]) then
  redis.call('RPUSH', KEYS[2], last .. ' ' .. ARGV[1])
  redis.call('LTRIM', KEYS[2], -200, -1)
  gap = 1
end
if not last or tonumber(ARGV[1]) > tonumber(last) then
  redis.call('SET', KEYS[1], ARGV[1])
end
return gap
