import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { type GoIssuer, openGoIssuer } from '../../../../scripts/servers/go-oidc.ts';
import { ORIGIN, openIdentity, type TestIdentity } from '../testing/open-identity.ts';

const MINUTE = 60_000;
const START = 'mutation { startOpenId { address flow } }';
const FINISH = 'mutation ($input: OpenIdAnswerInput!) { finishOpenId(input: $input) { token user { role email } } }';
const started = z.object({ startOpenId: z.object({ address: z.string(), flow: z.string() }) });
const finished = z.object({ finishOpenId: z.object({ token: z.string(), user: z.unknown() }) });

const ADA = { name: 'ada', password: 'a password of ada', email: 'ada@example.com' };
const EVE = { name: 'eve', password: 'a password of eve', email: 'eve@example.com' };

let directory: string;
let issuer: GoIssuer;
let test: TestIdentity;

beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'volant-go-issuer-'));
  issuer = await openGoIssuer(directory, `${ORIGIN}/openid`, [ADA, EVE]);
  await issuer.start();
  const { client, secret, issuer: address } = issuer;
  test = await openIdentity(undefined, {
    openId: {
      ...{ name: 'Go ID', issuer: address, client, secret, claim: 'preferred_username', domains: ['example.com'] },
      values: [['ADMIN', ['ada']]],
    },
  });
});
afterAll(async () => {
  await test?.close();
  await issuer?.stop();
  await rm(directory, { recursive: true, force: true });
});

/** Fills in the server's form as a browser does; it needs no cookies. */
async function comeBack({ name, password }: typeof ADA) {
  const { address, flow } = started.parse((await test.ask(START)).data).startOpenId;
  const form = await redirected(address);
  const id = new URL(form).searchParams.get('authRequestID') ?? '';
  const body = new URLSearchParams({ id, username: name, password });
  const callback = await redirected(form, { method: 'POST', body });
  return { flow, answer: new URL(await redirected(callback)).search };
}

async function redirected(address: string, request: RequestInit = {}): Promise<string> {
  const response = await fetch(address, { ...request, redirect: 'manual' });
  const to = response.headers.get('location');
  if (to === null) throw new Error(`${address} answers ${response.status}: ${await response.text()}`);
  return new URL(to, address).href;
}

async function signIn(person: typeof ADA) {
  const { flow, answer } = await comeBack(person);
  return test.ask(FINISH, { input: { flow, answer } });
}

it('signs a person in with the role of a claim that only the address for claims has', async () => {
  const { data } = await signIn(ADA);
  expect(finished.parse(data).finishOpenId.user).toEqual({ role: 'ADMIN', email: 'ada@example.com' });
  expect((await signIn(EVE)).code).toBe('ISSUER_NO_ROLE');
});

it('refuses a replayed code', async () => {
  const first = await comeBack(ADA);
  const second = await comeBack(ADA);
  const mixed = new URLSearchParams(second.answer);
  mixed.set('code', new URLSearchParams(first.answer).get('code') ?? '');
  expect((await test.ask(FINISH, { input: { flow: second.flow, answer: `?${mixed}` } })).code).toBe('ISSUER_REFUSED');
});

it('confirms a session, and ends it when the server no longer knows it; new keys are accepted', async () => {
  const { token } = finished.parse((await signIn(ADA)).data).finishOpenId;
  test.later(11 * MINUTE);
  await expect(test.verify(token)).resolves.toMatchObject({ role: 'ADMIN' });
  await issuer.stop();
  expect((await test.ask(START)).code).toBe('ISSUER_AWAY');
  await issuer.start();
  test.later(11 * MINUTE);
  await expect(test.verify(token)).resolves.toBeUndefined();
  expect((await signIn(ADA)).code).toBeUndefined();
});
