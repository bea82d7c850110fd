import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { LOG_IN, openIdentity, PASSWORD, type TestIdentity } from '../testing/open-identity.ts';
import { DEFAULT_LIMITS } from '../user/limits/attempt-limits.ts';

const MINUTE = 60_000;
const DRIVERS = Array.from({ length: 14 }, (_, n) => `driver${n}`);
const LOG_IN_FROM_DEVICE = `mutation ($input: LogInInput!) { logIn(input: $input) { token device } }`;

// These tests are about which requests reach the hash, not about hashing.
vi.mock('@node-rs/argon2', () => ({
  hash: async (password: string | Uint8Array) => `hash of ${password}`,
  verify: async (hash: string, password: string) => {
    await delay(5);
    return hash === `hash of ${password}`;
  },
}));

let identity: TestIdentity;
afterEach(() => identity.close());

const logIn = (name: string, password: string, clientAddress: string, device?: string) =>
  identity.ask(
    device === undefined ? LOG_IN : LOG_IN_FROM_DEVICE,
    { input: { email: `${name}@example.com`, password, ...(device === undefined ? {} : { device }) } },
    { clientAddress },
  );
const count = (answers: readonly { readonly code: unknown }[]) => {
  const counts: Record<string, number> = {};
  for (const { code } of answers) counts[String(code ?? 'let in')] = (counts[String(code ?? 'let in')] ?? 0) + 1;
  return counts;
};
const markIn = (data: unknown) => z.object({ logIn: z.object({ device: z.string() }) }).parse(data).logIn.device;

describe('guesses at many accounts', () => {
  it('are stopped after 30 from one network, and after 480 from a /48', async () => {
    identity = await openIdentity(DEFAULT_LIMITS);
    const one = [];
    for (let n = 0; n < 60; n += 1) one.push(await logIn(`somebody${n}`, 'a guess', '203.0.113.9'));
    expect(count(one)).toEqual({ INVALID_CREDENTIALS: 30, TOO_MANY_REQUESTS: 30 });
    const many = [];
    for (let n = 0; n < 600; n += 1) {
      many.push(await logIn(`other${n}`, 'a guess', `2001:db8:1:${n.toString(16)}::1`));
    }
    expect(count(many)).toEqual({ INVALID_CREDENTIALS: 480, TOO_MANY_REQUESTS: 120 });
  });

  it('do not lock out a person whose network has signed in before', async () => {
    identity = await openIdentity({ ...DEFAULT_LIMITS, signUp: { uses: 1_000, windowMs: 1_000 } });
    const homeOf = (n: number) => `192.0.2.${n}`;
    for (const name of DRIVERS) await identity.signUp(name);
    for (const [n, name] of DRIVERS.entries()) {
      expect((await logIn(name, PASSWORD, homeOf(n))).code).toBeUndefined();
    }
    identity.later(MINUTE);
    const crowd = Array.from({ length: 300 }, (_, n) =>
      logIn(`victim${n}`, 'a guess', `198.51.${100 + (n >> 8)}.${n & 255}`),
    );
    const answers = await Promise.all(DRIVERS.map((name, n) => logIn(name, PASSWORD, homeOf(n))));
    expect(count(answers)).toEqual({ 'let in': DRIVERS.length });
    // Proves that there was a crowd: most requests found no place in the queue.
    expect(count(await Promise.all(crowd)).UNAVAILABLE).toBeGreaterThan(200);
  });
});

describe('exhausted guesses of an account', () => {
  it('lock out its owner on a new network, but not on a device that has signed in before', async () => {
    identity = await openIdentity(DEFAULT_LIMITS);
    await identity.signUp('ana');
    const device = markIn((await logIn('ana', PASSWORD, '192.0.2.50', '')).data);
    const attack = async () => {
      const answers = [];
      for (let n = 0; n < 12; n += 1) answers.push(await logIn('ana', 'a guess', `198.51.100.${n}`));
      return count(answers);
    };
    expect(await attack()).toEqual({ INVALID_CREDENTIALS: 10, TOO_MANY_REQUESTS: 2 });
    expect((await logIn('ana', PASSWORD, '203.0.113.7')).code).toBe('TOO_MANY_REQUESTS');
    const again = await logIn('ana', PASSWORD, '203.0.113.7', device);
    expect(again.code).toBeUndefined();
    expect(markIn(again.data)).toBe(device);
    // The device mark of another account has no effect.
    await identity.signUp('bob');
    const bobs = markIn((await logIn('bob', PASSWORD, '192.0.2.60', '')).data);
    expect((await logIn('ana', PASSWORD, '203.0.113.8', bobs)).code).toBe('TOO_MANY_REQUESTS');
  });

  it('include at most ten with a known device, whose mark is void after a password change', async () => {
    identity = await openIdentity(DEFAULT_LIMITS);
    const { token } = await identity.signUp('eva');
    const device = markIn((await logIn('eva', PASSWORD, '192.0.2.50', '')).data);
    const codes = [];
    for (let n = 0; n < 12; n += 1) {
      codes.push(await logIn('eva', 'a guess', `198.51.100.${n}`, device));
      identity.later(MINUTE / 5 + 1);
    }
    expect(count(codes)).toEqual({ INVALID_CREDENTIALS: 10, TOO_MANY_REQUESTS: 2 });
    identity.later(15 * MINUTE);
    const input = { currentPassword: PASSWORD, newPassword: 'another-password' };
    const change = 'mutation ($input: ChangePasswordInput!) { changePassword(input: $input) }';
    expect((await identity.ask(change, { input }, { token })).code).toBeUndefined();
    for (let n = 0; n < 10; n += 1) await logIn('eva', 'a guess', `203.0.113.${n}`);
    expect((await logIn('eva', 'another-password', '198.51.100.99', device)).code).toBe('TOO_MANY_REQUESTS');
  });
});
