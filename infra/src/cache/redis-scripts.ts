import type { Redis, Result } from 'ioredis';

declare module 'ioredis' {
  interface RedisCommander<Context> {
    takeUses(key: string, limit: number, windowMs: number, amount: number): Result<[number, number], Context>;
    writeUnlessNewer(key: string, writtenAt: number, ttlMs: number, stored: string): Result<number, Context>;
  }
}

/**
 * A limit's uses are a list of times, newest first, by the server's clock. The requested uses are counted all or none.
 */
const TAKE_USES = `
local limit, window, amount = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local oldest = redis.call('LINDEX', KEYS[1], -1)
while oldest and tonumber(oldest) <= now - window do
  redis.call('RPOP', KEYS[1])
  oldest = redis.call('LINDEX', KEYS[1], -1)
end
local excess = redis.call('LLEN', KEYS[1]) + amount - limit
if excess > 0 then
  -- The use that has to leave the window before there is room for the new ones.
  local blocking = redis.call('LINDEX', KEYS[1], -excess)
  return { 0, math.max(1, (blocking and tonumber(blocking) or now) + window - now) }
end
for _ = 1, amount do redis.call('LPUSH', KEYS[1], string.format('%.0f', now)) end
redis.call('PEXPIRE', KEYS[1], window)
return { 1, 0 }
`;

/** A write that waited for the server yields to a later write of any process. A time to live of 0 deletes. */
const WRITE_UNLESS_NEWER = `
local stored = redis.call('GET', KEYS[1])
if stored and tonumber(string.match(stored, '^%d+')) > tonumber(ARGV[1]) then return 0 end
if ARGV[2] == '0' then redis.call('DEL', KEYS[1]) else redis.call('SET', KEYS[1], ARGV[3], 'PX', ARGV[2]) end
return 1
`;

export function defineScripts(redis: Redis): void {
  redis.defineCommand('takeUses', { numberOfKeys: 1, lua: TAKE_USES });
  redis.defineCommand('writeUnlessNewer', { numberOfKeys: 1, lua: WRITE_UNLESS_NEWER });
}
