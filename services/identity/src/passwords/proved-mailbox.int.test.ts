import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { CHANGE_ROLE, ME, openIdentity, PASSWORD, type SignedIn, type TestIdentity } from '../testing/open-identity.ts';

const START_TOTP = 'mutation ($password: String!) { startTotp(password: $password) { secret setup } }';
const START_PASSKEY = 'mutation ($password: String!) { startPasskey(password: $password) { options } }';
const ADD_TOKEN = 'mutation ($input: ApiTokenInput!) { addApiToken(input: $input) { secret } }';
const OWN_PASSWORD = 'password-of-the-owner';

let test: TestIdentity;
let superadmin: SignedIn;
beforeAll(async () => {
  test = await openIdentity();
  await test.identity.ensureSuperadmin({ email: 'root@example.com', password: PASSWORD });
  superadmin = await test.logIn('root');
});
afterAll(() => test.close());

const codeOfMe = async (token: string) => (await test.ask(ME, {}, { token })).code;

it.each([
  ['an authenticator app', 'app', START_TOTP],
  ['a passkey', 'passkey', START_PASSKEY],
])('a stranger who signed up with an address cannot set up %s', async (_, name, start) => {
  const { token } = await test.signUp(name);
  const { code, message } = await test.ask(start, { password: PASSWORD }, { token });
  expect([code, message]).toEqual(['EMAIL_UNPROVED', expect.stringContaining('Forgot password')]);
});

it('the first proof of a mailbox ends the sessions and API tokens of a stranger', async () => {
  const stranger = await test.signUp('owner');
  await test.ask(CHANGE_ROLE, { userId: stranger.user.id, role: 'ADMIN' }, { token: superadmin.token });
  const input = { name: 'Export', scopes: ['PAGES_READ'], password: PASSWORD, days: 30 };
  const { data } = await test.ask(ADD_TOKEN, { input }, { token: stranger.token });
  const { secret } = z.object({ addApiToken: z.object({ secret: z.string() }) }).parse(data).addApiToken;
  expect([await codeOfMe(stranger.token), await codeOfMe(secret)]).toEqual([undefined, undefined]);

  await test.prove('owner', OWN_PASSWORD);
  expect([await codeOfMe(stranger.token), await codeOfMe(secret)]).toEqual(['UNAUTHENTICATED', 'UNAUTHENTICATED']);
  const owner = await test.logIn('owner', OWN_PASSWORD);
  const { code } = await test.ask(START_TOTP, { password: OWN_PASSWORD }, { token: owner.token });
  expect(code).toBeUndefined();
});

it('a person whom the operator made needs no proof', async () => {
  const { code } = await test.ask(START_TOTP, { password: PASSWORD }, { token: superadmin.token });
  expect(code).toBeUndefined();
});

it('confirming a first change of address ends earlier sessions, and a later change does not', async () => {
  const first = await test.signUp('mover');
  await test.changeEmail(first, 'moved@example.com');
  expect(await codeOfMe(first.token)).toBe('UNAUTHENTICATED');
  const again = await test.logIn('moved');
  await test.changeEmail(again, 'moved-again@example.com');
  expect(await codeOfMe(again.token)).toBeUndefined();
});
