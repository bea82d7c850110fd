import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LOG_OUT, ME, openIdentity, PASSWORD, SIGN_UP, type TestIdentity } from '../testing/open-identity.ts';
import { emailReservation, usernameReservation } from '../user/domain/account-keys.ts';

let test: TestIdentity;
beforeAll(async () => {
  test = await openIdentity();
});
afterAll(() => test.close());

const signUp = (input: object, call = {}) => test.ask(SIGN_UP, { input }, call);

describe('signUp', () => {
  it('opens an account with the role DRIVER and a session that works at once', async () => {
    const input = { email: ' Zoe@Example.com ', username: ' Berline   Démo ', password: PASSWORD };
    const { data } = await signUp(input);
    expect(data).toEqual({
      signUp: {
        token: expect.stringMatching(/^ey/),
        user: {
          id: expect.stringMatching(/^[0-9a-f-]{36}$/),
          username: 'Berline Démo',
          email: 'Zoe@Example.com',
          avatar: null,
          phone: null,
          role: 'DRIVER',
          createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
        },
      },
    });
    const { token, user } = (data as { signUp: { token: string; user: { id: string } } }).signUp;
    await expect(test.ask(ME, {}, { token })).resolves.toMatchObject({ data: { me: user } });
    await expect(test.verify(token)).resolves.toMatchObject({ userId: user.id, role: 'DRIVER' });
  });

  it.each([
    [{ email: ' ' }, 'FIELDS_REQUIRED', 'Please fill in all fields'],
    [{ username: '' }, 'FIELDS_REQUIRED', 'Please fill in all fields'],
    [{ password: '' }, 'FIELDS_REQUIRED', 'Please fill in all fields'],
    [{ email: 'nobody' }, 'EMAIL_INVALID', 'This email address is not valid.'],
    [
      { username: 'ab' },
      'USERNAME_INVALID',
      'The username must be 3 to 50 visible characters, in each word of one alphabet, without “@”.',
    ],
    [{ password: '12345' }, 'PASSWORD_LENGTH', 'Password must be 6 to 128 characters long.'],
    [{ password: 'x'.repeat(129) }, 'PASSWORD_LENGTH', 'Password must be 6 to 128 characters long.'],
  ])('refuses %j with %s', async (part, code, message) => {
    const before = await test.store.head();
    const input = { email: 'refused@example.com', username: 'refused', password: PASSWORD, ...part };
    await expect(signUp(input)).resolves.toMatchObject({ code, message, extensions: { status: 400 } });
    expect(await test.store.head()).toBe(before);
  });

  it('rejects a role in the payload', async () => {
    const input = { email: 'role@example.com', username: 'role', password: PASSWORD, role: 'ADMIN' };
    await expect(signUp(input)).resolves.toMatchObject({ code: 'VALIDATION_FAILED' });
  });

  it('refuses a taken address or name in any letter case, and leaves the other one free', async () => {
    await test.signUp('first');
    const taken = await signUp({ email: 'FIRST@example.COM', username: 'second', password: PASSWORD });
    expect(taken).toMatchObject({ code: 'EMAIL_TAKEN', extensions: { status: 409 } });
    const other = await signUp(
      { email: 'second@example.com', username: 'FIRST', password: PASSWORD },
      { language: 'fr' },
    );
    expect(other).toMatchObject({ code: 'USERNAME_TAKEN', message: 'Ce nom d’utilisateur est déjà pris.' });
    await expect(test.signUp('second')).resolves.toBeDefined();
  });

  it('accepts one of two concurrent sign-ups with the same address or the same name, ten times', async () => {
    for (let n = 0; n < 10; n += 1) {
      const twins = await Promise.all([
        signUp({ email: `twin${n}@example.com`, username: `one ${n}`, password: PASSWORD }),
        signUp({ email: `TWIN${n}@Example.com`, username: `other ${n}`, password: PASSWORD }),
      ]);
      expect(twins.map(({ code }) => code ?? 'won').sort()).toEqual(['EMAIL_TAKEN', 'won']);
      const namesakes = await Promise.all([
        signUp({ email: `one${n}@example.com`, username: `namesake ${n}`, password: PASSWORD }),
        signUp({ email: `other${n}@example.com`, username: `NAMESAKE ${n}`, password: PASSWORD }),
      ]);
      expect(namesakes.map(({ code }) => code ?? 'won').sort()).toEqual(['USERNAME_TAKEN', 'won']);
      const lost = namesakes[0]?.code === 'USERNAME_TAKEN' ? 'one' : 'other';
      const again = await signUp({ email: `${lost}${n}@example.com`, username: `late ${n}`, password: PASSWORD });
      expect(again.code).toBeUndefined();
    }
  });

  it('rolls an account back if another one took its reservation while the process stalled', async () => {
    const { reservations } = test.store;
    const confirm = reservations.confirm;
    const slow = emailReservation('slow@example.com');
    reservations.confirm = async (key, owner) => {
      // The follow-up still confirms the reservations of earlier tests.
      if (key !== slow) return confirm(key, owner);
      // Between append and confirmation, the reservation lapses and another sign-up takes the address.
      reservations.confirm = confirm;
      test.later(6 * 60_000);
      expect(await reservations.reserve(key, 'somebody-else', new Date(Date.now() + 60 * 60_000))).toBe(true);
      await reservations.confirm(key, owner);
    };
    const lost = await signUp({ email: 'slow@example.com', username: 'slow', password: PASSWORD });
    expect(lost).toMatchObject({ code: 'EMAIL_TAKEN' });
    const commits = await test.store.readAll(0, 10_000);
    expect(commits.filter(({ events }) => JSON.stringify(events).includes('slow@example.com'))).toEqual([]);
  });
});

describe('signUp retried with the same key', () => {
  const key = { idempotencyKey: 'sign-up-1' };
  const input = { email: 'again@example.com', username: 'again', password: PASSWORD };

  it('opens one account, also if both requests are concurrent', async () => {
    const answers = [...(await Promise.all([signUp(input, key), signUp(input, key)])), await signUp(input, key)];
    const ids = answers.map(({ data }) => (data as { signUp: { user: { id: string } } } | null)?.signUp.user.id);
    expect(ids[0]).toBeDefined();
    expect(new Set(ids).size).toBe(1);
  });

  it('returns the same session while it is open', async () => {
    const sessionOf = async () => {
      const { data } = await signUp(input, key);
      const { token } = (data as { signUp: { token: string } }).signUp;
      expect(await test.verify(token)).toBeDefined();
      return { token, sessionId: (await test.verify(token))?.sessionId };
    };
    const [first, second] = [await sessionOf(), await sessionOf()];
    expect(second.sessionId).toBe(first.sessionId);
    await test.ask(LOG_OUT, {}, { token: first.token });
    expect((await sessionOf()).sessionId).not.toBe(first.sessionId);
  });

  it('is refused with another password or another key', async () => {
    expect((await signUp({ ...input, password: 'another-password' }, key)).code).toBe('EMAIL_TAKEN');
    expect((await signUp(input, { idempotencyKey: 'sign-up-2' })).code).toBe('EMAIL_TAKEN');
  });
});

describe('interrupted signUp', () => {
  let cut: TestIdentity;
  beforeAll(async () => {
    cut = await openIdentity();
  });
  afterAll(() => cut.close());

  it('is finished by the next process if it stopped after its append', async () => {
    const { reservations } = cut.store;
    reservations.confirm = () => Promise.reject(new Error('the process ends here'));
    const input = { email: 'cut@example.com', username: 'cut', password: PASSWORD };
    await expect(cut.ask(SIGN_UP, { input })).resolves.toMatchObject({ code: 'INTERNAL' });

    cut = await cut.restart();
    cut.later(60 * 60_000);
    await expect(cut.ask(SIGN_UP, { input })).resolves.toMatchObject({ code: 'EMAIL_TAKEN' });
    await expect(cut.logIn('cut')).resolves.toBeDefined();
  });

  it('frees address and name if it stopped before its append', async () => {
    const lapses = new Date(Date.now() + 2 * 60 * 60_000);
    for (const key of [emailReservation('gone@example.com'), usernameReservation('gone')]) {
      expect(await cut.store.reservations.reserve(key, 'never-there', lapses)).toBe(true);
    }
    const input = { email: 'gone@example.com', username: 'gone', password: PASSWORD };
    await expect(cut.ask(SIGN_UP, { input })).resolves.toMatchObject({ code: 'EMAIL_TAKEN' });
    cut.later(3 * 60 * 60_000);
    cut = await cut.restart();
    await expect(cut.ask(SIGN_UP, { input })).resolves.toMatchObject({ code: undefined });
    expect(cut.lines.join()).toContain('freed reservations');
  });
});
