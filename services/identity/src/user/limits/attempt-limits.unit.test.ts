import type { Cache } from '@volant/infra/cache/cache';
import { createMemoryCache } from '@volant/infra/cache/memory-cache';
import { beforeEach, describe, expect, it } from 'vitest';
import { createAttemptLimits, DEFAULT_LIMITS, limitsTimes } from './attempt-limits.ts';

const MINUTE = 60_000;
let now = Date.parse('2026-03-01T08:00:00Z');
let cache: Cache;

beforeEach(() => {
  cache = createMemoryCache({ clock: () => new Date(now) });
});

const limits = () => createAttemptLimits(cache, 'secret', DEFAULT_LIMITS);
const refused = expect.objectContaining({ code: 'TOO_MANY_REQUESTS' });

/** Counts an attempt as log-in does. */
async function attempt(email: string, address: string, device?: string): Promise<() => Promise<void>> {
  await limits().takeLogIn(email, { address, device });
  return (await limits().takeGuess(email, { address, device })).succeed;
}

async function attempts(count: number, email: string, address: (n: number) => string): Promise<number> {
  let allowed = 0;
  for (let n = 0; n < count; n += 1) {
    await attempt(email, address(n)).then(
      () => (allowed += 1),
      (error: unknown) => expect(error).toEqual(refused),
    );
  }
  return allowed;
}

describe('sign-in attempts', () => {
  it('are limited to five a minute for one e-mail and address, with the time to wait', async () => {
    expect(await attempts(5, 'a@example.com', () => '192.0.2.1')).toBe(5);
    await expect(limits().takeLogIn('a@example.com', { address: '192.0.2.1' })).rejects.toMatchObject({
      code: 'TOO_MANY_REQUESTS',
      retryAfterSeconds: 60,
    });
    expect(await attempts(1, 'b@example.com', () => '192.0.2.1')).toBe(1);
    expect(await attempts(1, 'a@example.com', () => '192.0.2.2')).toBe(1);
    now += MINUTE + 1;
    expect(await attempts(1, 'a@example.com', () => '192.0.2.1')).toBe(1);
  });

  it('allow ten wrong passwords for one account in 15 minutes, from all addresses together', async () => {
    expect(await attempts(1_000, 'a@example.com', (n) => `192.0.${n >> 8}.${n & 255}`)).toBe(10);
    now += 15 * MINUTE + 1;
    expect(await attempts(100, 'a@example.com', (n) => `192.0.2.${n}`)).toBe(10);
  });

  it('at a known address are not used up by strangers', async () => {
    const succeed = await attempt('a@example.com', '192.0.2.1');
    await succeed();
    expect(await attempts(100, 'a@example.com', (n) => `198.51.100.${n}`)).toBe(10);
    now += MINUTE + 1;
    await expect(attempt('a@example.com', '192.0.2.1')).resolves.toBeDefined();
    // The known address has no more than ten guesses either.
    let allowed = 1;
    for (let n = 0; n < 12; n += 1) {
      now += MINUTE + 1;
      allowed += await attempts(1, 'a@example.com', () => '192.0.2.1');
    }
    expect(allowed).toBe(10);
  });

  it('at a known device are not used up by strangers or by neighbours', async () => {
    const stranger = (n: number) => `198.51.100.${n}`;
    expect(await attempts(100, 'a@example.com', stranger)).toBe(10);
    // Neighbours behind the same address have exhausted the network's limit.
    for (let n = 0; n < 5; n += 1) await attempts(10, `n${n}@example.com`, () => '192.0.2.1');
    for (let n = 0; n < 10; n += 1) {
      now += n === 5 ? MINUTE + 1 : 0;
      await expect(attempt('a@example.com', '192.0.2.1', 'a phone')).resolves.toBeDefined();
    }
    now += MINUTE + 1;
    await expect(attempt('a@example.com', '192.0.2.1', 'a phone')).rejects.toEqual(refused);
    expect(await attempts(1, 'a@example.com', stranger)).toBe(0);
  });

  it('are limited to 30 in 15 minutes from one network over all accounts, and to 480 from a /48', async () => {
    let allowed = 0;
    for (let n = 0; n < 60; n += 1) allowed += await attempts(1, `p${n}@example.com`, () => '203.0.113.1');
    expect(allowed).toBe(30);
    expect(await attempts(1, 'p99@example.com', () => '203.0.113.2')).toBe(1);
    allowed = 0;
    for (let n = 0; n < 1_000; n += 1) {
      allowed += await attempts(1, `q${n}@example.com`, () => `2001:db8:1:${n.toString(16)}::1`);
    }
    expect(allowed).toBe(30 * 16);
    now += 15 * MINUTE + 1;
    expect(await attempts(1, 'p99@example.com', () => '203.0.113.1')).toBe(1);
  });

  it('with the right password do not count against the network’s limit', async () => {
    for (let n = 0; n < 60; n += 1) await (await attempt(`p${n}@example.com`, '203.0.113.1'))();
    expect(await attempts(1, 'other@example.com', () => '203.0.113.1')).toBe(1);
  });

  it('with the right password do not count as wrong ones', async () => {
    for (let n = 0; n < 30; n += 1) {
      const succeed = await attempt('a@example.com', `192.0.2.${n}`);
      await succeed();
    }
    expect(await attempts(20, 'a@example.com', (n) => `198.51.100.${n}`)).toBe(10);
  });
});

describe('sign-up attempts', () => {
  it('are limited to ten an hour for one address', async () => {
    for (let n = 0; n < 10; n += 1) await limits().takeSignUp('192.0.2.1');
    await expect(limits().takeSignUp('192.0.2.1')).rejects.toEqual(refused);
    await expect(limits().takeSignUp('192.0.2.2')).resolves.toBeUndefined();
    now += 60 * MINUTE + 1;
    await expect(limits().takeSignUp('192.0.2.1')).resolves.toBeUndefined();
  });
});

describe('other limits', () => {
  it('allow ten reset links an hour from one address, for all accounts together', async () => {
    for (let n = 0; n < 10; n += 1) await limits().takeForgot('198.51.100.1');
    await expect(limits().takeForgot('198.51.100.1')).rejects.toEqual(refused);
    await expect(limits().takeForgot('198.51.100.2')).resolves.toBeUndefined();
  });

  it('allow three mails an hour to an address from one network, and ten from all', async () => {
    const write = (address: string) => limits().mayWriteTo('a@example.com', address);
    for (let n = 0; n < 3; n += 1) await expect(write('192.0.2.1')).resolves.toBe(true);
    await expect(write('192.0.2.1')).resolves.toBe(false);
    // A mail that is not sent does not count for others.
    for (let n = 2; n < 9; n += 1) await expect(write(`192.0.2.${n}`)).resolves.toBe(true);
    await expect(write('192.0.2.9')).resolves.toBe(false);
    await expect(limits().mayWriteTo('b@example.com', '192.0.2.9')).resolves.toBe(true);
  });

  it('allow five changes of the e-mail address an hour for one person', async () => {
    for (let n = 0; n < 5; n += 1) await limits().takeEmailChange('u1');
    await expect(limits().takeEmailChange('u1')).rejects.toEqual(refused);
    await expect(limits().takeEmailChange('u2')).resolves.toBeUndefined();
  });
});

describe('limits', () => {
  it('store no network or e-mail address in the cache', async () => {
    const keys: string[] = [];
    const spy: Cache = {
      ...cache,
      take: async (key) => {
        keys.push(key);
        return { allowed: true, retryAfterMs: 0 };
      },
      get: async (key) => void keys.push(key) as undefined,
      set: async (key) => void keys.push(key),
      giveBack: async (key) => void keys.push(key),
    };
    const spied = createAttemptLimits(spy, 'secret', DEFAULT_LIMITS);
    await spied.takeLogIn('a@example.com', { address: '192.0.2.1' });
    await (await spied.takeGuess('a@example.com', { address: '192.0.2.1' })).succeed();
    await spied.takeSignUp('192.0.2.1');
    await spied.rememberAddress('a@example.com', '192.0.2.1');
    await spied.takeForgot('192.0.2.1');
    await spied.mayWriteTo('a@example.com', '192.0.2.1');
    await spied.takeReset('192.0.2.1');
    expect(keys).toHaveLength(13);
    expect(keys.join()).not.toMatch(/example|192\.0/);
  });
});
it('multiplies the limits of networks, and none of an account', () => {
  const { signUp, logIn, wrongPasswords, wrongPasswordsFrom, forgotFrom, reset } = limitsTimes(10);
  expect([signUp, wrongPasswordsFrom, forgotFrom, reset].map(({ uses }) => uses)).toEqual([100, 300, 100, 300]);
  expect({ logIn, wrongPasswords }).toEqual({
    logIn: DEFAULT_LIMITS.logIn,
    wrongPasswords: DEFAULT_LIMITS.wrongPasswords,
  });
});
