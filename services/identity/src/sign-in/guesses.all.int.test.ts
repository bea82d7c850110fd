import { afterEach, expect, it, vi } from 'vitest';
import { LOG_IN, openIdentity, PASSWORD, type TestIdentity } from '../testing/open-identity.ts';
import { DEFAULT_LIMITS } from '../user/limits/attempt-limits.ts';

const GUESSES = 2_000;
const checks = vi.hoisted(() => ({ count: 0 }));
vi.mock('@node-rs/argon2', async (original) => {
  const argon2 = await original<typeof import('@node-rs/argon2')>();
  return {
    ...argon2,
    verify(...given: Parameters<typeof argon2.verify>) {
      checks.count += 1;
      return argon2.verify(...given);
    },
  };
});

let identity: TestIdentity;
afterEach(() => identity.close());

it(`limits ${GUESSES} guesses at one account from different addresses to ten hash checks in 15 minutes`, async () => {
  identity = await openIdentity(DEFAULT_LIMITS);
  await identity.signUp('ana');
  const guess = (number: number, password = `guess ${number}`) => {
    const clientAddress = `10.${number >> 16}.${(number >> 8) & 255}.${number & 255}`;
    return identity.ask(LOG_IN, { input: { email: 'ana@example.com', password } }, { clientAddress });
  };
  for (const expected of [10, 20]) {
    const codes = new Map<unknown, number>();
    for (let sent = 0; sent < GUESSES; sent += 100) {
      const answers = await Promise.all(Array.from({ length: 100 }, (_, index) => guess(sent + index)));
      for (const { code } of answers) codes.set(code, (codes.get(code) ?? 0) + 1);
    }
    expect(checks.count).toBe(expected);
    expect(Object.fromEntries(codes)).toEqual({ INVALID_CREDENTIALS: 10, TOO_MANY_REQUESTS: GUESSES - 10 });
    // The right password is not checked either, so that no response distinguishes it from wrong ones.
    expect((await guess(GUESSES, PASSWORD)).code).toBe('TOO_MANY_REQUESTS');
    expect(checks.count).toBe(expected);
    identity.later(15 * 60 * 1000);
  }
});
