import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import {
  CHANGE_PASSWORD,
  LOG_IN,
  ME,
  openIdentity,
  PASSWORD,
  type SignedIn,
  type TestIdentity,
} from '../testing/open-identity.ts';
import { userStream } from '../user/domain/user.ts';
import { DEFAULT_LIMITS } from '../user/limits/attempt-limits.ts';

const START = 'mutation ($password: String!) { startTotp(password: $password) { secret address setup } }';
const CONFIRM = 'mutation ($input: TotpInput!) { confirmTotp(input: $input) { codes } }';
const ANSWER =
  'mutation ($input: SecondFactorInput!) { answerSecondFactor(input: $input) { token device user { id } } }';
const RENEW = 'mutation ($password: String!) { renewRecoveryCodes(password: $password) { codes } }';
const OFF = 'mutation ($password: String!) { switchSecondFactorOff(password: $password) }';
const FACTOR = '{ me { role secondFactor { on required recoveryCodes } } }';

const STEP_MS = 30_000;

let test: TestIdentity;
beforeAll(async () => {
  test = await openIdentity();
});
afterAll(() => test.close());

/** What an authenticator app shows; `steps` ahead of the present. */
function shown(secret: string, at: number, steps = 0): string {
  return TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: at + steps * STEP_MS });
}

const setup = z.object({ startTotp: z.object({ secret: z.string(), address: z.string(), setup: z.string() }) });

async function start({ token }: Pick<SignedIn, 'token'>, on = test) {
  return setup.parse((await on.ask(START, { password: PASSWORD }, { token })).data).startTotp;
}

/**
 * Sets a second factor up. `next` is the code of the next time step, which the service accepts early: taken right before
 * it is sent, it has half a minute to arrive.
 */
async function enable(person: Pick<SignedIn, 'token'>, on = test) {
  const { secret, setup: sealed } = await start(person, on);
  const input = { setup: sealed, code: shown(secret, on.now()) };
  const { data } = await on.ask(CONFIRM, { input }, { token: person.token });
  const { codes } = z.object({ confirmTotp: z.object({ codes: z.array(z.string()) }) }).parse(data).confirmTotp;
  return { secret, codes, next: () => shown(secret, on.now(), 1) };
}

async function challengeOf(name: string, on = test): Promise<string> {
  const { code, data, extensions } = await on.ask(LOG_IN, {
    input: { email: `${name}@example.com`, password: PASSWORD },
  });
  expect({ code, data }).toEqual({ code: 'SECOND_FACTOR_REQUIRED', data: null });
  return z.object({ status: z.literal(401), challenge: z.string() }).parse(extensions).challenge;
}

const answer = (input: object, call = {}) => test.ask(ANSWER, { input }, call);
const tokenIn = ({ data }: { readonly data: unknown }) =>
  z.object({ answerSecondFactor: z.object({ token: z.string() }) }).parse(data).answerSecondFactor.token;

describe('a second factor', () => {
  it('is set up with the password and a first code, and ends the other sessions', async () => {
    const ana = await test.signUpProved('ana');
    const other = await test.logIn('ana');
    expect((await test.ask(START, { password: 'wrong-password' }, { token: ana.token })).code).toBe('WRONG_PASSWORD');
    const { secret, setup: sealed, address } = await start(ana);
    expect(address).toContain(secret);
    const wrong = await test.ask(CONFIRM, { input: { setup: sealed, code: '000 00' } }, { token: ana.token });
    expect(wrong.code).toBe('SECOND_FACTOR_WRONG');
    expect((await test.ask(FACTOR, {}, { token: ana.token })).data).toMatchObject({
      me: { secondFactor: { on: false, required: false, recoveryCodes: 0 } },
    });

    const input = { setup: sealed, code: shown(secret, test.now()).replace(/^.../, '$& ') };
    const first = await test.ask(CONFIRM, { input }, { token: ana.token, idempotencyKey: 'k1' });
    expect(first).toMatchObject({ data: { confirmTotp: { codes: { length: 10 } } } });
    await expect(test.ask(CONFIRM, { input }, { token: ana.token, idempotencyKey: 'k1' })).resolves.toEqual(first);
    expect((await test.ask(FACTOR, {}, { token: ana.token })).data).toMatchObject({
      me: { secondFactor: { on: true, required: false, recoveryCodes: 10 } },
    });
    await expect(test.verify(other.token)).resolves.toBeUndefined();
  });

  it('cannot be set up with a secret of another account, nor with one from before a new password', async () => {
    const [ben, carl] = [await test.signUpProved('ben'), await test.signUpProved('carl')];
    const { secret, setup: sealed } = await start(ben);
    const input = { setup: sealed, code: shown(secret, test.now()) };
    expect((await test.ask(CONFIRM, { input }, { token: carl.token })).code).toBe('SECOND_FACTOR_EXPIRED');
    const passwords = { currentPassword: PASSWORD, newPassword: 'another-password' };
    await test.ask(CHANGE_PASSWORD, { input: passwords }, { token: ben.token });
    const late = { setup: sealed, code: shown(secret, test.now()) };
    expect((await test.ask(CONFIRM, { input: late }, { token: ben.token })).code).toBe('SECOND_FACTOR_EXPIRED');
  });

  it('opens a session with a code, once', async () => {
    const dora = await test.signUpProved('dora');
    const { next } = await enable(dora);
    const challenge = await challengeOf('dora');
    const code = next();
    const opened = await answer({ challenge, code }, { idempotencyKey: 'k2' });
    await expect(test.ask(ME, {}, { token: tokenIn(opened) })).resolves.toMatchObject({
      data: { me: { username: 'dora' } },
    });
    const retried = await answer({ challenge, code }, { idempotencyKey: 'k2' });
    expect((await test.verify(tokenIn(retried)))?.sessionId).toBe((await test.verify(tokenIn(opened)))?.sessionId);
    expect((await answer({ challenge, code })).code).toBe('SECOND_FACTOR_WRONG');
    expect((await answer({ challenge: await challengeOf('dora'), code })).code).toBe('SECOND_FACTOR_WRONG');
  });

  it('opens a session after a restart between password and code', async () => {
    const before = await openIdentity();
    const { codes } = await enable(await before.signUpProved('otto'), before);
    const challenge = await challengeOf('otto', before);
    const after = await before.restart();
    try {
      expect((await after.ask(ANSWER, { input: { challenge, code: codes[0] } })).code).toBeUndefined();
    } finally {
      await after.close();
    }
  });

  it('accepts one code in one of many log-ins at once', async () => {
    const emil = await test.signUpProved('emil');
    const { next } = await enable(emil);
    const challenges = await Promise.all(Array.from({ length: 5 }, () => challengeOf('emil')));
    const code = next();
    const answers = await Promise.all(challenges.map((challenge) => answer({ challenge, code })));
    expect(answers.filter((each) => each.code === undefined)).toHaveLength(1);
  });

  it('opens a session with each recovery code once, until new ones replace them', async () => {
    const fanny = await test.signUpProved('fanny');
    const { codes } = await enable(fanny);
    const [first = '', second = ''] = codes;
    const log = async (code: string) => (await answer({ challenge: await challengeOf('fanny'), code })).code;
    expect(await log(first.toUpperCase().replaceAll('-', ' '))).toBeUndefined();
    expect(await log(first)).toBe('SECOND_FACTOR_WRONG');
    expect((await test.ask(RENEW, { password: 'wrong-password' }, { token: fanny.token })).code).toBe('WRONG_PASSWORD');
    const renewed = await test.ask(RENEW, { password: PASSWORD }, { token: fanny.token });
    const { renewRecoveryCodes: made } = z
      .object({ renewRecoveryCodes: z.object({ codes: z.array(z.string()) }) })
      .parse(renewed.data);
    expect(await log(second)).toBe('SECOND_FACTOR_WRONG');
    expect(await log(made.codes[0] ?? '')).toBeUndefined();
  });

  it('keeps no secret and no recovery code readable in the store', async () => {
    const gina = await test.signUpProved('gina');
    const { secret, codes } = await enable(gina);
    const events = JSON.stringify((await test.store.readSlice(userStream(gina.user.id), 0)).commits);
    expect(events).toContain('TotpEnabled');
    for (const text of [secret, ...codes]) expect(events).not.toContain(text);
  });

  it('voids a challenge after five minutes, after a new password, and with the account', async () => {
    const hugo = await test.signUpProved('hugo');
    const { codes } = await enable(hugo);
    const [code] = codes;
    const late = await challengeOf('hugo');
    test.later(5 * 60_000 + 1);
    expect((await answer({ challenge: late, code })).code).toBe('SECOND_FACTOR_EXPIRED');
    expect((await answer({ challenge: 'x', code })).code).toBe('SECOND_FACTOR_EXPIRED');
    const before = await challengeOf('hugo');
    const input = { currentPassword: PASSWORD, newPassword: 'another-password' };
    await test.ask(CHANGE_PASSWORD, { input }, { token: hugo.token });
    expect((await answer({ challenge: before, code })).code).toBe('SECOND_FACTOR_EXPIRED');
    await test.ask(
      CHANGE_PASSWORD,
      { input: { currentPassword: input.newPassword, newPassword: PASSWORD } },
      { token: hugo.token },
    );
    const last = await challengeOf('hugo');
    await test.ask(
      'mutation ($password: String!) { deleteMyAccount(password: $password) }',
      { password: PASSWORD },
      { token: hugo.token },
    );
    expect((await answer({ challenge: last, code })).code).toBe('SECOND_FACTOR_EXPIRED');
  });

  it('is switched off with the password, or by the operator', async () => {
    const ines = await test.signUpProved('ines');
    await enable(ines);
    expect((await test.ask(OFF, { password: 'wrong-password' }, { token: ines.token })).code).toBe('WRONG_PASSWORD');
    await challengeOf('ines');
    expect((await test.ask(OFF, { password: PASSWORD }, { token: ines.token })).code).toBeUndefined();
    const again = await test.logIn('ines');
    expect((await test.ask(RENEW, { password: PASSWORD }, { token: again.token })).code).toBe('SECOND_FACTOR_OFF');
    await enable(again);
    await expect(test.identity.removeSecondFactor('INES@example.com')).resolves.toBe(true);
    await expect(test.identity.removeSecondFactor('ines@example.com')).resolves.toBe(false);
    await expect(test.identity.removeSecondFactor('nobody@example.com')).rejects.toThrow('USER_NOT_FOUND');
    await test.logIn('ines');
    await vi.waitFor(() => {
      const subjects = test.mails.filter(({ to }) => to === 'ines@example.com').map(({ subject }) => subject);
      // The operator writes in the default language.
      expect(subjects.sort()).toEqual([
        'Votre compte ne demande plus de second facteur',
        'Your account no longer asks for a second factor',
        'Your account now asks for a second factor',
        'Your account now asks for a second factor',
      ]);
    });
  });

  it('survives a reset password', async () => {
    const jan = await test.signUpProved('jan');
    await enable(jan);
    const forgot = 'mutation ($email: String!) { requestPasswordReset(input: { email: $email }) { accepted } }';
    await test.ask(forgot, { email: 'jan@example.com' });
    const token = await test.mailed('jan@example.com', '/reset-password');
    const reset = 'mutation ($input: ResetPasswordInput!) { resetPassword(input: $input) }';
    expect((await test.ask(reset, { input: { token, newPassword: PASSWORD } })).code).toBeUndefined();
    await challengeOf('jan');
  });

  it('returns to its former state with an undone change of address', async () => {
    const kim = await test.signUpProved('kim');
    await test.changeEmail(kim, 'intruder@example.com');
    await enable(kim);
    const token = await test.mailed('kim@example.com', '/undo-email');
    await test.ask('mutation ($input: UndoEmailChangeInput!) { undoEmailChange(input: $input) }', { input: { token } });
    await test.logIn('kim');
  });
});

it('limits the answers to one challenge, and the codes of one account', async () => {
  const limited = await openIdentity({ ...DEFAULT_LIMITS, logIn: { uses: 100, windowMs: 60_000 } });
  try {
    const { next } = await enable(await limited.signUpProved('lara'), limited);
    const codesOf = async (challenge: string, times: number) => {
      const codes: unknown[] = [];
      const input = { challenge, code: 'wrong-code' };
      for (let time = 0; time < times; time += 1) codes.push((await limited.ask(ANSWER, { input })).code);
      return codes;
    };
    const wrong = Array.from({ length: 5 }, () => 'SECOND_FACTOR_WRONG');
    expect(await codesOf(await challengeOf('lara', limited), 6)).toEqual([...wrong, 'TOO_MANY_REQUESTS']);
    expect(await codesOf(await challengeOf('lara', limited), 5)).toEqual(wrong);
    const input = { challenge: await challengeOf('lara', limited), code: next() };
    expect((await limited.ask(ANSWER, { input })).code).toBe('TOO_MANY_REQUESTS');
    limited.later(15 * 60_000);
    expect(await codesOf(await challengeOf('lara', limited), 1)).toEqual(['SECOND_FACTOR_WRONG']);
  } finally {
    await limited.close();
  }
});

it('gives staff their role only with a second factor, where the operator demands one', async () => {
  const strict = await openIdentity(undefined, { secondFactor: 'staff' });
  try {
    await strict.signUpProved('root');
    await strict.identity.ensureSuperadmin({ email: 'root@example.com' });
    const { token } = await strict.logIn('root');
    expect((await strict.ask(FACTOR, {}, { token })).data).toEqual({
      me: { role: 'DRIVER', secondFactor: { on: false, required: true, recoveryCodes: 0 } },
    });
    const users = '{ users { totalCount } }';
    expect((await strict.ask(users, {}, { token })).code).toBe('FORBIDDEN');
    await expect(strict.verify(token)).resolves.toMatchObject({ role: 'DRIVER' });

    await enable({ token }, strict);
    expect((await strict.ask(FACTOR, {}, { token })).data).toMatchObject({ me: { role: 'SUPERADMIN' } });
    expect((await strict.ask(users, {}, { token })).code).toBeUndefined();
    expect((await strict.ask(OFF, { password: PASSWORD }, { token })).code).toBe('SECOND_FACTOR_NEEDED');
    await strict.identity.removeSecondFactor('root@example.com');
    expect((await strict.ask(users, {}, { token })).code).toBe('FORBIDDEN');
  } finally {
    await strict.close();
  }
});

it('hands out the codes of one confirmation if several come at once', async () => {
  const person = await test.signUpProved('parallel');
  const { secret, setup: sealed } = await start(person);
  const input = { setup: sealed, code: shown(secret, test.now()) };
  const answers = await Promise.all(
    Array.from({ length: 4 }, () => test.ask(CONFIRM, { input }, { token: person.token })),
  );
  expect(answers.map(({ code }) => code ?? 'done').sort()).toEqual([
    ...['SECOND_FACTOR_EXPIRED', 'SECOND_FACTOR_EXPIRED', 'SECOND_FACTOR_EXPIRED', 'done'],
  ]);
});

it('keeps the recovery codes when it moves to another app', async () => {
  const person = await test.signUpProved('mover');
  const { codes } = await enable(person);
  const { codes: none } = await enable(person);
  expect(none).toEqual([]);
  const challenge = await challengeOf('mover');
  expect((await answer({ challenge, code: codes[0] })).code).toBeUndefined();
});
