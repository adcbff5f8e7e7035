-- One step of one game, done whole or not at all.
-- KEYS game log undo due held seen
-- ARGV id, expected version, now, days the request is remembered (ms), document, state ('' keeps it), log entry,
--      undo: 'keep', 'clear', 'pop', 'push:<seat>' (the state before this step goes on the undo pile),
--      'only:<seat>' (it goes on an empty pile),
--      the mark of the version this step was based on ('' where none was kept), the mark of the one it makes
local first = redis.call('GET', KEYS[6])
if first then
  redis.call('PEXPIRE', KEYS[6], ARGV[4]) -- a write, so that WAIT on this connection covers the first one too
  return {'duplicate', tonumber(first)}
end
local version = tonumber(redis.call('HGET', KEYS[1], 'version') or '0')
if version ~= tonumber(ARGV[2]) or (redis.call('HGET', KEYS[1], 'mark') or '') ~= ARGV[9] then
  return {'conflict', version}
end
local undo = ARGV[8]
if undo == 'pop' then
  redis.call('RPOP', KEYS[3])
elseif undo == 'clear' or string.sub(undo, 1, 4) == 'only' then
  redis.call('DEL', KEYS[3])
end
if string.sub(undo, 5, 5) == ':' then
  local before = redis.call('HGET', KEYS[1], 'state')
  redis.call('RPUSH', KEYS[3], version .. ':' .. string.sub(undo, 6) .. ':' .. before)
end
version = version + 1
if ARGV[6] == '' then
  redis.call('HSET', KEYS[1], 'version', version, 'mark', ARGV[10], 'doc', ARGV[5])
else
  redis.call('HSET', KEYS[1], 'version', version, 'mark', ARGV[10], 'doc', ARGV[5], 'state', ARGV[6])
end
redis.call('RPUSH', KEYS[2], ARGV[7])
redis.call('SET', KEYS[6], version, 'PX', ARGV[4])
if redis.call('HEXISTS', KEYS[5], ARGV[1]) == 0 then
  redis.call('ZADD', KEYS[4], ARGV[3], ARGV[1])
end
return {'ok', version}
