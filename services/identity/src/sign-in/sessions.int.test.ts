import * as argon2 from '@node-rs/argon2';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { LOG_IN, LOG_OUT, ME, openIdentity, PASSWORD, type TestIdentity } from '../testing/open-identity.ts';
import { userStream } from '../user/domain/user.ts';
import { DEFAULT_LIMITS } from '../user/limits/attempt-limits.ts';

vi.mock('@node-rs/argon2', async (original) => {
  const actual = await original<typeof argon2>();
  return { ...actual, verify: vi.fn(actual.verify) };
});

const HOUR = 60 * 60 * 1000;

let test: TestIdentity;
beforeAll(async () => {
  test = await openIdentity();
});
afterAll(() => test.close());

const logIn = (input: object) => test.ask(LOG_IN, { input });

describe('logIn', () => {
  it('opens another session of the same person, with any letter case of the address', async () => {
    const first = await test.signUp('anna');
    const { data } = await logIn({ email: ' ANNA@example.com', password: PASSWORD });
    expect(data).toMatchObject({ logIn: { user: { id: first.user.id, email: 'anna@example.com', role: 'DRIVER' } } });
    const { token } = (data as { logIn: { token: string } }).logIn;
    expect(token).not.toBe(first.token);
    for (const each of [token, first.token]) {
      await expect(test.ask(ME, {}, { token: each })).resolves.toMatchObject({ data: { me: { username: 'anna' } } });
    }
  });

  it('does not reveal whether the address or the password was wrong', async () => {
    await test.signUp('ben');
    const answers = await Promise.all([
      logIn({ email: 'ben@example.com', password: 'wrong-password' }),
      logIn({ email: 'nobody@example.com', password: PASSWORD }),
      logIn({ email: 'not an address', password: PASSWORD }),
      logIn({ email: `${'x'.repeat(10_000)}@example.com`, password: PASSWORD }),
      logIn({ email: 'ben@example.com', password: 'x'.repeat(10_000) }),
      logIn({ email: 'ben@example.com', password: 'short' }),
    ]);
    for (const answer of answers) {
      expect(answer).toEqual({
        data: null,
        code: 'INVALID_CREDENTIALS',
        message: 'Invalid email or password',
        extensions: { code: 'INVALID_CREDENTIALS', status: 401 },
      });
    }
  });

  it('does the same work for an unknown address as for a known one', async () => {
    await test.signUp('carl');
    const verify = vi.mocked(argon2.verify);
    const costs = async (email: string) => {
      verify.mockClear();
      await logIn({ email, password: 'wrong-password' });
      // Everything except the salt and the hash: algorithm, memory, passes.
      return verify.mock.calls.map(([hash]) => String(hash).split('$').slice(0, 4).join('$'));
    };
    // The hash dominates the cost of a log-in; wall-clock time would also measure other programs.
    const known = await costs('carl@example.com');
    expect(known).toEqual(['$argon2id$v=19$m=19456,t=2,p=1']);
    expect(await costs('nobody@example.com')).toEqual(known);
  });

  it('requires both fields', async () => {
    await expect(logIn({ email: '', password: PASSWORD })).resolves.toMatchObject({ code: 'FIELDS_REQUIRED' });
    await expect(logIn({ email: 'ben@example.com', password: '' })).resolves.toMatchObject({ code: 'FIELDS_REQUIRED' });
  });

  it('ignores a broken token', async () => {
    await test.signUp('dora');
    const answer = await test.ask(
      LOG_IN,
      { input: { email: 'dora@example.com', password: PASSWORD } },
      { token: 'broken' },
    );
    expect(answer.code).toBeUndefined();
  });

  it('opens a session of 12 hours, or of 30 days if remembered or after a sign-up', async () => {
    const first = await test.signUp('emil');
    const short = await test.logIn('emil');
    const { data } = await logIn({ email: 'emil@example.com', password: PASSWORD, remember: true });
    const long = (data as { logIn: { token: string } }).logIn;
    test.later(12 * HOUR - 60_000);
    await expect(test.verify(short.token)).resolves.toBeDefined();
    test.later(2 * 60_000);
    await expect(test.verify(short.token)).resolves.toBeUndefined();
    await expect(test.ask(ME, {}, { token: short.token })).resolves.toMatchObject({ code: 'UNAUTHENTICATED' });
    await expect(test.verify(long.token)).resolves.toBeDefined();
    await expect(test.verify(first.token)).resolves.toBeDefined();
    test.later(29 * 24 * HOUR + 11 * HOUR);
    await expect(test.verify(long.token)).resolves.toBeDefined();
    test.later(2 * HOUR);
    await expect(test.verify(long.token)).resolves.toBeUndefined();
  });

  it('opens 20 concurrent sessions of one person without conflicts', async () => {
    await test.signUp('fina');
    const opened = await Promise.all(Array.from({ length: 20 }, () => test.logIn('fina')));
    expect(new Set(opened.map(({ token }) => token)).size).toBe(20);
  });
});

describe('logIn retried with the same key', () => {
  const sessionOf = async (call: object, input = {}) => {
    const { data } = await test.ask(
      LOG_IN,
      { input: { email: 'again@example.com', password: PASSWORD, ...input } },
      call,
    );
    const { token } = (data as { logIn: { token: string } }).logIn;
    return (await test.verify(token))?.sessionId;
  };

  it('returns the same session until it ends, and only for the right password', async () => {
    await test.signUp('again');
    const key = { idempotencyKey: 'log-in-1' };
    const first = await sessionOf(key);
    expect(first).toBeDefined();
    expect(await sessionOf(key)).toBe(first);
    expect(await sessionOf({ idempotencyKey: 'log-in-2' })).not.toBe(first);
    expect(await sessionOf(key, { remember: true })).not.toBe(first);
    const wrong = { email: 'again@example.com', password: 'another-password' };
    expect((await test.ask(LOG_IN, { input: wrong }, key)).code).toBe('INVALID_CREDENTIALS');
    const { data } = await test.ask(LOG_IN, { input: { ...wrong, password: PASSWORD } }, key);
    await test.ask(LOG_OUT, {}, { token: (data as { logIn: { token: string } }).logIn.token });
    expect(await sessionOf(key)).not.toBe(first);
  });
});

describe('logOut', () => {
  it('refuses the token from the next request on, here and in other services, and keeps other sessions', async () => {
    await test.signUp('gina');
    const [one, other] = [await test.logIn('gina'), await test.logIn('gina')];
    await expect(test.verify(one.token)).resolves.toBeDefined();

    await expect(test.ask(LOG_OUT, {}, { token: one.token })).resolves.toMatchObject({ data: { logOut: true } });
    await expect(test.verify(one.token)).resolves.toBeUndefined();
    await expect(test.ask(ME, {}, { token: one.token })).resolves.toMatchObject({
      code: 'UNAUTHENTICATED',
      extensions: { status: 401 },
    });
    await expect(test.verify(other.token)).resolves.toBeDefined();
  });

  it('keeps the session ended when the cache has expired, and after a restart', async () => {
    const { token } = await test.signUp('hugo');
    await test.ask(LOG_OUT, {}, { token });
    test.later(HOUR);
    await expect(test.verify(token)).resolves.toBeUndefined();
    test = await test.restart();
    await expect(test.verify(token)).resolves.toBeUndefined();
  });

  it('answers true if there is no session to end', async () => {
    const { token } = await test.signUp('ines');
    await test.ask(LOG_OUT, {}, { token });
    for (const each of [token, undefined, 'broken']) {
      await expect(test.ask(LOG_OUT, {}, { token: each })).resolves.toMatchObject({ data: { logOut: true } });
    }
  });
});

describe('session', () => {
  it('ends when its account is erased', async () => {
    const { token, user } = await test.signUp('jule');
    await test.store.eraseStream(
      userStream(user.id),
      { actor: 'system', correlationId: 'c' },
      new Date().toISOString(),
    );
    await expect(test.verify(token)).resolves.toBeUndefined();
    await expect(test.ask(ME, {}, { token })).resolves.toMatchObject({ code: 'UNAUTHENTICATED' });
  });

  it('is undefined for an unknown id', async () => {
    await expect(test.identity.loadSession('nothing')).resolves.toBeUndefined();
  });
});

describe('limits', () => {
  it('answer 429 with the time to wait', async () => {
    const limited = await openIdentity(DEFAULT_LIMITS);
    try {
      const input = { email: 'kurt@example.com', password: 'wrong-password' };
      for (let n = 0; n < 5; n += 1) {
        await expect(limited.ask(LOG_IN, { input })).resolves.toMatchObject({ code: 'INVALID_CREDENTIALS' });
      }
      const refused = await limited.ask(LOG_IN, { input: { ...input, email: 'KURT@example.com' } });
      expect(refused.extensions).toEqual({
        code: 'TOO_MANY_REQUESTS',
        status: 429,
        retryAfterSeconds: expect.any(Number),
      });
      expect(refused.message).toMatch(/^Too many attempts\. Try again in \d+ s\.$/);
    } finally {
      await limited.close();
    }
  });

  it('do not count right passwords', async () => {
    const limited = await openIdentity(DEFAULT_LIMITS);
    try {
      await limited.signUp('lars');
      const input = { email: 'lars@example.com', password: PASSWORD };
      for (let n = 0; n < 15; n += 1) {
        await expect(limited.ask(LOG_IN, { input }, { clientAddress: `192.0.2.${n}` })).resolves.toMatchObject({
          code: undefined,
        });
      }
    } finally {
      await limited.close();
    }
  });
});
