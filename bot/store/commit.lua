-- One step of one game, done whole or not at all.
-- KEYS game log undo due held seen
-- ARGV id, expected version, now, days the request is remembered (ms), document, state ('' keeps it), log entry,
--      undo: 'keep', 'clear', 'pop', 'push:<seat>' (the state before this step goes on the undo pile),
--      'only:<seat>' (it goes on an empty pile),
--      the mark of the version this step was based on ('' where none was kept), the mark of the one it makes,
--      the number of the master's reign;
--      and if it was done before, on another master: 'again', the state before it
local first = redis.call('GET', KEYS[6])
local there = redis.call('HMGET', KEYS[1], 'version', 'mark', 'base', 'by', 'reign')
local version, mark = tonumber(there[1] or '0'), there[2] or ''
local expected, again = tonumber(ARGV[2]), ARGV[12] ~= nil
local stands = first
if again then -- by its past: a step of this name may stand here that was never told
  stands = version == expected + 1 and mark == ARGV[10] or version > expected + 1 and tonumber(first or '0') == expected + 1
end
if stands then
  redis.call('PEXPIRE', KEYS[6], ARGV[4]) -- a write, so that WAIT on this connection covers the first one too
  return {'duplicate', again and expected + 1 or tonumber(first)}
end
if version ~= expected or mark ~= ARGV[9] then
  local is_older = tonumber(there[5] or '0') < tonumber(ARGV[11])
  if not (again and version == expected + 1 and there[3] == ARGV[9] and is_older) then
    return {'conflict', version}
  end
  -- The last step here was made on the same past under an earlier master and never told, or ours could not have been.
  redis.call('DEL', KEYS[3], there[4])
  redis.call('RPOP', KEYS[2])
  if ARGV[13] == '' then
    redis.call('HDEL', KEYS[1], 'state')
  else
    redis.call('HSET', KEYS[1], 'state', ARGV[13])
  end
  version = expected
end
local undo = ARGV[8]
if undo == 'pop' then
  redis.call('RPOP', KEYS[3])
elseif undo == 'clear' or string.sub(undo, 1, 4) == 'only' then
  redis.call('DEL', KEYS[3])
end
if string.sub(undo, 5, 5) == ':' then
  local before = redis.call('HGET', KEYS[1], 'state') or ''
  redis.call('RPUSH', KEYS[3], version .. ':' .. string.sub(undo, 6) .. ':' .. before)
end
version = version + 1
redis.call('HSET', KEYS[1], 'version', version, 'mark', ARGV[10], 'doc', ARGV[5])
redis.call('HSET', KEYS[1], 'base', ARGV[9], 'by', KEYS[6], 'reign', ARGV[11])
if ARGV[6] ~= '' then
  redis.call('HSET', KEYS[1], 'state', ARGV[6])
end
redis.call('RPUSH', KEYS[2], ARGV[7])
redis.call('SET', KEYS[6], version, 'PX', ARGV[4])
if redis.call('HEXISTS', KEYS[5], ARGV[1]) == 0 then
  redis.call('ZADD', KEYS[4], ARGV[3], ARGV[1])
end
return {'ok', version}
