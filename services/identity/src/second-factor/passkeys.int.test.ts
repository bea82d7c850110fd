import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { createAuthenticator } from '../testing/authenticator.ts';
import {
  DELETE_ME,
  LOG_IN,
  ORIGIN,
  openIdentity,
  PASSWORD,
  type SignedIn,
  type TestIdentity,
} from '../testing/open-identity.ts';
import { userStream } from '../user/domain/user.ts';

const START = 'mutation ($password: String!) { startPasskey(password: $password) { options } }';
const ADD = 'mutation ($input: PasskeyInput!) { addPasskey(input: $input) { codes } }';
const REMOVE = 'mutation ($input: RemovePasskeyInput!) { removePasskey(input: $input) }';
const ANSWER = 'mutation ($input: SecondFactorInput!) { answerSecondFactor(input: $input) { token } }';
const OFF = 'mutation ($password: String!) { switchSecondFactorOff(password: $password) }';
const FACTOR = '{ me { role secondFactor { on app recoveryCodes passkeys { id name usedAt } } } }';

const challenged = z.object({ challenge: z.string(), passkey: z.string().optional() });
const factor = z.object({
  me: z.object({
    secondFactor: z.object({
      on: z.boolean(),
      passkeys: z.array(z.object({ id: z.string(), name: z.string(), usedAt: z.string().nullable() })),
    }),
  }),
});

let test: TestIdentity;
beforeAll(async () => {
  test = await openIdentity();
});
afterAll(() => test.close());

type Person = Pick<SignedIn, 'token'>;

async function optionsFor({ token }: Person, on = test): Promise<string> {
  const { data } = await on.ask(START, { password: PASSWORD }, { token });
  return z.object({ startPasskey: z.object({ options: z.string() }) }).parse(data).startPasskey.options;
}

const add = (person: Person, credential: string, name = 'Phone', on = test) =>
  on.ask(ADD, { input: { name, credential } }, { token: person.token });

/** An authenticator with a passkey of this person. */
async function enable(person: Person, on = test, counter = 0) {
  const authenticator = createAuthenticator(ORIGIN);
  const { data } = await add(
    person,
    authenticator.create(await optionsFor(person, on), counter),
    ' Te\u0301le\u0301phone',
    on,
  );
  const { codes } = z.object({ addPasskey: z.object({ codes: z.array(z.string()) }) }).parse(data).addPasskey;
  return { authenticator, codes };
}

async function challengeOf(name: string, on = test) {
  const credentials = { email: `${name}@example.com`, password: PASSWORD };
  const { code, extensions } = await on.ask(LOG_IN, { input: credentials });
  expect(code).toBe('SECOND_FACTOR_REQUIRED');
  const { challenge, passkey = '' } = challenged.parse(extensions);
  return { challenge, passkey };
}

const answer = (input: object, call = {}) => test.ask(ANSWER, { input }, call);
const passkeysOf = async ({ token }: Person, on = test) =>
  factor.parse((await on.ask(FACTOR, {}, { token })).data).me.secondFactor.passkeys;

describe('a passkey', () => {
  it('turns the second factor on with recovery codes, and ends the other sessions', async () => {
    const ana = await test.signUpProved('ana');
    const other = await test.logIn('ana');
    expect((await test.ask(START, { password: 'wrong-password' }, { token: ana.token })).code).toBe('WRONG_PASSWORD');
    const { codes } = await enable(ana);
    expect(codes).toHaveLength(10);
    expect((await test.ask(FACTOR, {}, { token: ana.token })).data).toMatchObject({
      me: {
        secondFactor: {
          on: true,
          app: false,
          recoveryCodes: 10,
          passkeys: [{ name: 'T\u00e9l\u00e9phone', usedAt: null }],
        },
      },
    });
    await expect(test.verify(other.token)).resolves.toBeUndefined();
  });

  it('asks for no verification that an authenticator cannot do, for no attestation, and for no known authenticator', async () => {
    const ben = await test.signUpProved('ben');
    await enable(ben);
    const [known] = await passkeysOf(ben);
    expect(JSON.parse(await optionsFor(ben))).toMatchObject({
      rp: { id: 'volant.example', name: 'Volant' },
      user: { name: 'ben@example.com', displayName: 'ben' },
      attestation: 'none',
      authenticatorSelection: { userVerification: 'preferred' },
      excludeCredentials: [{ id: known?.id, transports: ['internal'] }],
    });
  });

  it('opens a session, and its last use is listed', async () => {
    const carl = await test.signUpProved('carl');
    const { authenticator, codes } = await enable(carl);
    const { challenge, passkey } = await challengeOf('carl');
    const input = { challenge, passkey: authenticator.sign(passkey) };
    expect((await answer(input, { idempotencyKey: 'k1' })).code).toBeUndefined();
    expect((await answer(input, { idempotencyKey: 'k1' })).code).toBeUndefined();
    expect(await passkeysOf(carl)).toMatchObject([{ usedAt: expect.any(String) }]);
    const again = await challengeOf('carl');
    expect((await answer({ challenge: again.challenge, code: codes[0] })).code).toBeUndefined();
  });

  it('answers a challenge once, also in several log-ins at once', async () => {
    const dora = await test.signUpProved('dora');
    const { authenticator } = await enable(dora);
    const { challenge, passkey } = await challengeOf('dora');
    const input = { challenge, passkey: authenticator.sign(passkey) };
    const codes = (await Promise.all(Array.from({ length: 5 }, () => answer(input)))).map(({ code }) => code);
    expect(codes.filter((code) => code === undefined)).toHaveLength(1);
    expect((await answer(input)).code).toBe('SECOND_FACTOR_EXPIRED');
  });

  it('opens nothing for another authenticator, another challenge, another site or a changed signature', async () => {
    const emil = await test.signUpProved('emil');
    const { authenticator } = await enable(emil);
    const stranger = createAuthenticator(ORIGIN);
    stranger.create(await optionsFor(emil));
    const first = await challengeOf('emil');
    const { challenge, passkey } = await challengeOf('emil');
    const right = JSON.parse(authenticator.sign(passkey));
    const { signature } = JSON.parse(stranger.sign(passkey)).response;
    for (const credential of [
      stranger.sign(passkey),
      authenticator.sign(first.passkey),
      authenticator.sign(passkey, { origin: 'https://volant.example.org' }),
      authenticator.sign(passkey.replace('"volant.example"', '"example"')),
      JSON.stringify({ ...right, response: { ...right.response, signature } }),
      '{}',
      'x'.repeat(10_000),
    ]) {
      expect((await answer({ challenge, passkey: credential })).code).toBe('PASSKEY_WRONG');
    }
    expect((await answer({ challenge, passkey: JSON.stringify(right) })).code).toBeUndefined();
  });

  it('with a counter that has not grown is refused as a copy, and logged', async () => {
    const fanny = await test.signUpProved('fanny');
    const { authenticator } = await enable(fanny, test, 5);
    const log = async (counter: number) => {
      const { challenge, passkey } = await challengeOf('fanny');
      return (await answer({ challenge, passkey: authenticator.sign(passkey, { counter }) })).code;
    };
    expect(await log(7)).toBeUndefined();
    expect(await log(7)).toBe('PASSKEY_COPIED');
    expect(await log(0)).toBe('PASSKEY_COPIED');
    expect(await log(8)).toBeUndefined();
    expect(test.lines.join('\n')).toContain('the counter of a passkey has not grown');
  });

  it('is added once for an offer, with a name, and only to the account of the offer', async () => {
    const [gina, hugo] = [await test.signUpProved('gina'), await test.signUpProved('hugo')];
    const credential = createAuthenticator(ORIGIN).create(await optionsFor(gina));
    expect((await add(hugo, credential)).code).toBe('SECOND_FACTOR_EXPIRED');
    expect((await add(gina, credential, ' ')).code).toBe('FIELDS_REQUIRED');
    expect((await add(gina, credential, 'x'.repeat(51))).code).toBe('PASSKEY_NAME');
    expect((await add(gina, '{}')).code).toBe('PASSKEY_WRONG');
    expect(
      (await add(gina, createAuthenticator('https://elsewhere.example').create(await optionsFor(gina)))).code,
    ).toBe('PASSKEY_WRONG');
    const made = await add(gina, credential);
    expect(made.code).toBeUndefined();
    expect((await add(gina, credential)).code).toBe('SECOND_FACTOR_EXPIRED');
    const late = createAuthenticator(ORIGIN).create(await optionsFor(gina));
    test.later(5 * 60_000 + 1);
    expect((await add(gina, late)).code).toBe('SECOND_FACTOR_EXPIRED');
  });

  it('is refused if the account has ten already', async () => {
    const ines = await test.signUpProved('ines');
    for (let time = 0; time < 10; time += 1) await enable(ines);
    expect(await passkeysOf(ines)).toHaveLength(10);
    expect((await test.ask(START, { password: PASSWORD }, { token: ines.token })).code).toBe('TOO_MANY_PASSKEYS');
  });

  it('keeps the other sessions if it is a further one, and goes with the password; the last one ends the second factor', async () => {
    const jan = await test.signUpProved('jan');
    const phone = await enable(jan);
    const { challenge, passkey } = await challengeOf('jan');
    const opened = await answer({ challenge, passkey: phone.authenticator.sign(passkey) });
    const { token } = z
      .object({ answerSecondFactor: z.object({ token: z.string() }) })
      .parse(opened.data).answerSecondFactor;
    const key = await enable(jan);
    expect(key.codes).toEqual([]);
    await expect(test.verify(token)).resolves.toBeDefined();

    const [first, second] = await passkeysOf(jan);
    const remove = (id = '', password = PASSWORD) =>
      test.ask(REMOVE, { input: { id, password } }, { token: jan.token });
    expect((await remove(first?.id, 'wrong-password')).code).toBe('WRONG_PASSWORD');
    expect((await remove('unknown')).code).toBe('PASSKEY_NOT_FOUND');
    expect((await remove(first?.id)).code).toBeUndefined();
    const after = await challengeOf('jan');
    expect((await answer({ ...after, passkey: phone.authenticator.sign(passkey) })).code).toBe('PASSKEY_WRONG');
    expect((await remove(second?.id)).code).toBeUndefined();
    await test.logIn('jan');
    await vi.waitFor(() => {
      const subjects = test.mails.filter(({ to }) => to === 'jan@example.com').map(({ subject }) => subject);
      expect(subjects.sort()).toEqual([
        'A passkey was added to your account',
        'A passkey was added to your account',
        'A passkey was removed from your account',
        'Your account no longer asks for a second factor',
      ]);
    });
  });

  it('is erased with the account', async () => {
    const kim = await test.signUpProved('kim');
    await enable(kim);
    const [known] = await passkeysOf(kim);
    const stored = async () => JSON.stringify((await test.store.readSlice(userStream(kim.user.id), 0)).commits);
    expect(await stored()).toContain(known?.id);
    await test.ask(DELETE_ME, { password: PASSWORD }, { token: kim.token });
    await vi.waitFor(async () => expect(await stored()).not.toContain(known?.id));
  });
});

it('stays the last factor of a role that needs one', async () => {
  const strict = await openIdentity(undefined, { secondFactor: 'staff' });
  try {
    await strict.signUpProved('root');
    await strict.identity.ensureSuperadmin({ email: 'root@example.com' });
    const root = await strict.logIn('root');
    const role = async () => (await strict.ask(FACTOR, {}, { token: root.token })).data;
    expect(await role()).toMatchObject({ me: { role: 'DRIVER' } });
    await enable(root, strict);
    expect(await role()).toMatchObject({ me: { role: 'SUPERADMIN' } });
    await enable(root, strict);
    const [first, second] = await passkeysOf(root, strict);
    const remove = (id = '') => strict.ask(REMOVE, { input: { id, password: PASSWORD } }, { token: root.token });
    expect((await remove(first?.id)).code).toBeUndefined();
    expect((await remove(second?.id)).code).toBe('SECOND_FACTOR_NEEDED');
    expect((await strict.ask(OFF, { password: PASSWORD }, { token: root.token })).code).toBe('SECOND_FACTOR_NEEDED');
    expect(await role()).toMatchObject({ me: { role: 'SUPERADMIN' } });
  } finally {
    await strict.close();
  }
});

it.each(['https://192.0.2.1', 'https://[2001:db8::1]:8443', 'http://volant.example'])(
  'is offered by no product at %s',
  async (origin) => {
    const there = await openIdentity(undefined, { origin: () => origin });
    try {
      const { token } = await there.signUpProved('lea');
      const refused = await there.ask(START, { password: PASSWORD }, { token });
      expect(refused).toMatchObject({ code: 'PASSKEYS_UNAVAILABLE' });
      expect(refused.message).toContain('not at an IP address');
    } finally {
      await there.close();
    }
  },
);
