import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { CLIENT, CLIENT_SECRET, startProvider, type TestProvider } from '@volant/infra/testing/oidc-provider';
import { Secret, TOTP } from 'otpauth';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import {
  CHANGE_ROLE,
  LOG_IN,
  ME,
  ORIGIN,
  openIdentity,
  PASSWORD,
  type TestIdentity,
} from '../testing/open-identity.ts';
import type { OpenIdSettings } from './settings.ts';

const ADA = { email: 'ada@example.com', groups: ['volant-admins'] };
const MINUTE = 60_000;
const START = 'mutation { startOpenId { address flow } }';
const FINISH = 'mutation ($input: OpenIdAnswerInput!) { finishOpenId(input: $input) { token user { id role email } } }';
const START_TOTP = 'mutation ($password: String!) { startTotp(password: $password) { secret setup } }';
const CONFIRM_TOTP = 'mutation ($input: TotpInput!) { confirmTotp(input: $input) { codes } }';
const END = 'mutation ($logoutToken: String!) { endOpenIdSessions(logoutToken: $logoutToken) }';

const started = z.object({ startOpenId: z.object({ address: z.string(), flow: z.string() }) });
const finished = z.object({
  finishOpenId: z.object({
    token: z.string(),
    user: z.object({ id: z.string(), role: z.string(), email: z.string() }),
  }),
});

const setup = z.object({ startTotp: z.object({ secret: z.string(), setup: z.string() }) });

let test: TestIdentity;
let provider: TestProvider;
let logout: Awaited<ReturnType<typeof listenForLogout>>;

beforeEach(async () => {
  logout = await listenForLogout();
  provider = await startProvider({ redirectUri: `${ORIGIN}/openid`, logoutUri: logout.address });
  test = await openIdentity(undefined, { openId: settingsFor(provider.issuer) });
  provider.people.set('ada', ADA);
  provider.next = 'ada';
});
afterEach(async () => {
  await test.close();
  await Promise.all([provider.stop(), logout.stop()]);
});

function settingsFor(issuer: string): OpenIdSettings {
  return {
    ...{ name: 'Team ID', issuer, client: CLIENT, secret: CLIENT_SECRET, claim: 'groups' },
    values: [
      ['SUPERADMIN', ['volant-owners']],
      ['ADMIN', ['volant-admins']],
      ['SUPPORT', ['volant-support']],
    ],
    domains: ['example.com'],
  };
}

/** Stands for the gateway, which passes logout tokens on. */
async function listenForLogout() {
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (part) => {
      body += part;
    });
    request.on('end', async () => {
      const logoutToken = new URLSearchParams(body).get('logout_token') ?? '';
      const { code } = await endSessions(logoutToken);
      response.writeHead(code === undefined ? 200 : 400).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const tokens: string[] = [];
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    tokens,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function endSessions(logoutToken: string) {
  logout.tokens.push(logoutToken);
  return test.ask(END, { logoutToken });
}

async function begin() {
  const { data, code } = await test.ask(START);
  if (code !== undefined) throw new Error(String(code));
  return started.parse(data).startOpenId;
}

const finish = (flow: string, answer: string) => test.ask(FINISH, { input: { flow, answer } });

async function comeBack() {
  const { address, flow } = await begin();
  return { flow, answer: await provider.signIn(address) };
}

async function signIn() {
  const { flow, answer } = await comeBack();
  const { data, code, message } = await finish(flow, answer);
  if (code !== undefined) throw new Error(`${code}: ${message}`);
  return finished.parse(data).finishOpenId;
}

async function refusalOf(attempt: Promise<{ flow: string; answer: string }>) {
  const { flow, answer } = await attempt;
  const { code, message } = await finish(flow, answer);
  return [code, message];
}

describe('a sign-in through the issuer', () => {
  it('opens an account with the role of the claim, and finds it again', async () => {
    const { token, user } = await signIn();
    expect(user).toMatchObject({ role: 'ADMIN', email: 'ada@example.com' });
    await expect(test.verify(token)).resolves.toMatchObject({ role: 'ADMIN', userId: user.id });
    await expect(test.ask(ME, {}, { token })).resolves.toMatchObject({ data: { me: { role: 'ADMIN' } } });
    // Found by its subject, whatever address the issuer names now.
    provider.people.set('ada', { email: 'ada.l@example.com', groups: ['volant-support'] });
    expect((await signIn()).user).toEqual({ ...user, role: 'SUPPORT' });
  });

  it('joins a local account only if its mailbox is proved', async () => {
    provider.people.set('bob', { email: 'bob@example.com', groups: ['volant-support'] });
    provider.next = 'bob';
    const { user } = await test.signUp('bob');
    expect(await refusalOf(comeBack())).toEqual(['ISSUER_UNPROVED', expect.stringContaining('Forgot password')]);
    await test.prove('bob');
    expect((await signIn()).user).toMatchObject({ id: user.id, role: 'SUPPORT' });
    // Another person of the issuer with the same address.
    provider.people.set('bobby', { email: 'bob@example.com', groups: ['volant-support'] });
    provider.next = 'bobby';
    expect((await refusalOf(comeBack()))[0]).toBe('ISSUER_OTHER_PERSON');
  });

  it.each([
    ['ISSUER_NO_ROLE', { email: 'ada@example.com', groups: ['everybody'] }],
    ['ISSUER_EMAIL', { email: 'ada@example.com', groups: ['volant-admins'], verified: false }],
    ['ISSUER_EMAIL', { email: 'ada@other.example', groups: ['volant-admins'] }],
  ])('is refused with %s and takes the role away', async (code, person) => {
    const { token, user } = await signIn();
    provider.people.set('ada', person);
    expect(await refusalOf(comeBack())).toEqual([code, expect.stringContaining('Team ID')]);
    await expect(test.verify(token)).resolves.toMatchObject({ role: 'DRIVER', userId: user.id });
    expect(test.lines.join()).toContain('a sign-in through the issuer was refused');
  });

  it('asks for the second factor of the account', async () => {
    const { token } = await test.signUpProved('ada');
    const { startTotp } = setup.parse((await test.ask(START_TOTP, { password: PASSWORD }, { token })).data);
    const code = TOTP.generate({ secret: Secret.fromBase32(startTotp.secret), timestamp: test.now() });
    await test.ask(CONFIRM_TOTP, { input: { setup: startTotp.setup, code } }, { token });
    expect((await refusalOf(comeBack()))[0]).toBe('SECOND_FACTOR_REQUIRED');
  });

  it('satisfies a demand for second factors, which the issuer asks for itself', async () => {
    await test.close();
    test = await openIdentity(undefined, { openId: settingsFor(provider.issuer), secondFactor: 'staff' });
    const { token, user } = await signIn();
    expect(user.role).toBe('ADMIN');
    await expect(test.verify(token)).resolves.toMatchObject({ role: 'ADMIN' });
  });

  it('is cancelled at the issuer', async () => {
    provider.next = undefined;
    expect(await refusalOf(comeBack())).toEqual(['ISSUER_DENIED', expect.stringContaining('cancelled')]);
  });
});

describe('an attack on the sign-in', () => {
  it('cannot use a flow or its answer twice', async () => {
    const { flow, answer } = await comeBack();
    expect((await finish(flow, answer)).code).toBeUndefined();
    expect((await finish(flow, answer)).code).toBe('ISSUER_FLOW_EXPIRED');
  });

  it('cannot use a code in another flow, with its state or its own', async () => {
    const first = await comeBack();
    const second = await comeBack();
    expect(await refusalOf(Promise.resolve({ flow: second.flow, answer: first.answer }))).toEqual([
      'ISSUER_REFUSED',
      expect.stringContaining('could not be verified'),
    ]);
    const third = await comeBack();
    const mixed = new URLSearchParams(third.answer);
    mixed.set('code', new URLSearchParams(first.answer).get('code') ?? '');
    expect((await finish(third.flow, `?${mixed}`)).code).toBe('ISSUER_REFUSED');
  });

  it('cannot answer for another server', async () => {
    for (const iss of ['https://evil.example', undefined]) {
      const { flow, answer } = await comeBack();
      const changed = new URLSearchParams(answer);
      if (iss === undefined) changed.delete('iss');
      else changed.set('iss', iss);
      expect((await finish(flow, `?${changed}`)).code).toBe('ISSUER_REFUSED');
    }
  });

  it('cannot make up a flow, nor use an old one', async () => {
    const { flow, answer } = await comeBack();
    expect((await finish(`${flow.slice(0, -4)}AAAA`, answer)).code).toBe('ISSUER_FLOW_EXPIRED');
    test.later(10 * MINUTE);
    expect((await finish(flow, answer)).code).toBe('ISSUER_FLOW_EXPIRED');
  });
});

describe('the issuer', () => {
  it('may be five minutes apart, and no more', async () => {
    await test.close();
    await provider.stop();
    provider = await startProvider({ redirectUri: `${ORIGIN}/openid`, idTokenSeconds: 60 });
    provider.people.set('ada', ADA);
    provider.next = 'ada';
    test = await openIdentity(undefined, { openId: settingsFor(provider.issuer) });
    test.later(5 * MINUTE);
    await signIn();
    test.later(5 * MINUTE);
    expect(await refusalOf(comeBack())).toEqual(['ISSUER_CLOCK', expect.stringContaining('clocks')]);
  });

  it('may be five minutes behind', async () => {
    test.later(-5 * MINUTE);
    await signIn();
  });

  it('may change its keys between two sign-ins', async () => {
    await signIn();
    await provider.rotateKeys();
    await signIn();
  });

  it('is away: the sentence says so, and local log-ins go on', async () => {
    await provider.stop();
    const { code, message } = await test.ask(START);
    expect([code, message]).toEqual(['ISSUER_AWAY', expect.stringContaining('Team ID does not answer')]);
    await test.signUp('driver');
    await test.logIn('driver');
  });

  it('may not name another issuer in its metadata', async () => {
    await test.close();
    test = await openIdentity(undefined, { openId: settingsFor(provider.issuer.replace('127.0.0.1', 'localhost')) });
    expect((await test.ask(START)).code).toBe('ISSUER_REFUSED');
  });

  it('may send no endless answers', async () => {
    const endless = createServer((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      const write = () => {
        while (!response.destroyed && response.write(' '.repeat(65_536)));
        if (!response.destroyed) response.once('drain', write);
      };
      write();
    });
    await new Promise<void>((resolve) => endless.listen(0, '127.0.0.1', resolve));
    const { port } = endless.address() as AddressInfo;
    await test.close();
    test = await openIdentity(undefined, { openId: settingsFor(`http://127.0.0.1:${port}`) });
    expect((await test.ask(START)).code).toBe('ISSUER_REFUSED');
    endless.closeAllConnections();
    endless.close();
  });
});

describe('a session of the issuer', () => {
  it('takes a changed role at its next confirmation', async () => {
    const { token } = await signIn();
    provider.people.set('ada', { email: 'ada@example.com', groups: ['volant-support'] });
    test.later(11 * MINUTE);
    await expect(test.verify(token)).resolves.toMatchObject({ role: 'SUPPORT' });
  });

  it('ends at its next confirmation, with the role, if the person has left', async () => {
    const { token, user } = await signIn();
    provider.people.delete('ada');
    test.later(11 * MINUTE);
    await expect(test.verify(token)).resolves.toBeUndefined();
    await test.prove('ada');
    const own = await test.logIn('ada');
    await expect(test.verify(own.token)).resolves.toMatchObject({ userId: user.id, role: 'DRIVER' });
  });

  it('goes on for an hour while the issuer is away, and for twelve with it', async () => {
    const { token } = await signIn();
    for (let n = 0; n < 3; n += 1) {
      test.later(50 * MINUTE);
      await expect(test.verify(token)).resolves.toMatchObject({ role: 'ADMIN' });
    }
    await provider.stop();
    test.later(50 * MINUTE);
    await expect(test.verify(token)).resolves.toMatchObject({ role: 'ADMIN' });
    test.later(11 * MINUTE);
    await expect(test.verify(token)).resolves.toBeUndefined();
  });

  it('ends when the issuer says so, once for each token', async () => {
    const first = await signIn();
    const second = await signIn();
    await provider.logOut('ada', provider.sids[0]);
    await expect(test.verify(first.token)).resolves.toBeUndefined();
    await expect(test.verify(second.token)).resolves.toBeDefined();
    expect((await endSessions(logout.tokens[0] ?? '')).code).toBe('ISSUER_REFUSED');
    expect((await endSessions('made.up.token')).code).toBe('ISSUER_REFUSED');
  });
});

describe('passwords of the team that are off', () => {
  beforeEach(async () => {
    await test.close();
    const openId = settingsFor(provider.issuer);
    test = await openIdentity(undefined, { openId, breakGlassEmail: 'root@example.com' });
    await test.identity.ensureSuperadmin({ email: 'root@example.com', password: PASSWORD });
  });

  const logInAs = (name: string) => test.ask(LOG_IN, { input: { email: `${name}@example.com`, password: PASSWORD } });

  it('are refused, and leave earlier sessions without the rights of the role', async () => {
    const root = await test.logIn('root');
    const eva = await test.signUp('eva');
    await test.ask(CHANGE_ROLE, { userId: eva.user.id, role: 'ADMIN' }, { token: root.token });
    await expect(test.verify(eva.token)).resolves.toMatchObject({ role: 'DRIVER' });
    expect(await logInAs('eva')).toMatchObject({
      code: 'STAFF_PASSWORD_OFF',
      message: expect.stringContaining('Team ID'),
    });
    // A wrong password does not tell that the account is of the team.
    const wrong = await test.ask(LOG_IN, { input: { email: 'eva@example.com', password: 'a guess' } });
    expect(wrong.code).toBe('INVALID_CREDENTIALS');
  });

  it('do not concern drivers', async () => {
    await test.signUp('driver');
    expect((await logInAs('driver')).code).toBeUndefined();
  });

  it('leave the break-glass account, whose use is logged and mailed', async () => {
    const { token } = await test.logIn('root');
    await expect(test.verify(token)).resolves.toMatchObject({ role: 'SUPERADMIN' });
    expect(test.lines.join()).toContain('the break-glass account is used');
    await vi.waitFor(() =>
      expect(test.mails).toEqual([
        expect.objectContaining({ to: 'root@example.com', subject: 'Volant’s break-glass account has just been used' }),
      ]),
    );
    // Nobody takes it over through the issuer.
    provider.people.set('mallory', { email: 'root@example.com', groups: ['volant-support'] });
    provider.next = 'mallory';
    expect((await refusalOf(comeBack()))[0]).toBe('ISSUER_OTHER_PERSON');
  });
});
