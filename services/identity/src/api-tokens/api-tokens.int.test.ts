import { wholeStream } from '@volant/infra/event-store/stream-slices';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import {
  CHANGE_PASSWORD,
  CHANGE_ROLE,
  DELETE_ME,
  ME,
  openIdentity,
  PASSWORD,
  type SignedIn,
  type TestIdentity,
} from '../testing/open-identity.ts';
import { MAX_API_TOKENS } from '../user/tokens/decide.ts';
import { API_TOKENS_STREAM } from '../user/tokens/events.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const FIELDS = 'id name scopes addedBy { id } endsAt lastUsedOn';
const ADD = `mutation ($input: ApiTokenInput!) { addApiToken(input: $input) { token { ${FIELDS} } secret } }`;
const REVOKE = 'mutation ($id: ID!) { revokeApiToken(id: $id) { id } }';
const LIST = `{ apiTokens { ${FIELDS} } }`;

const added = z.object({
  addApiToken: z.object({
    token: z.looseObject({ id: z.string(), endsAt: z.string().nullable() }),
    secret: z.string(),
  }),
});
const listed = z.object({ apiTokens: z.array(z.object({ id: z.string(), lastUsedOn: z.string().nullable() })) });

let test: TestIdentity;
let superadmin: SignedIn;
let admin: SignedIn;

beforeAll(async () => {
  test = await openIdentity();
  await test.identity.ensureSuperadmin({ email: 'root@example.com', password: PASSWORD });
  superadmin = await test.logIn('root');
  admin = await person('ada');
});
afterAll(() => test.close());

const setRole = ({ user }: SignedIn, role: string) =>
  test.ask(CHANGE_ROLE, { userId: user.id, role }, { token: superadmin.token });

async function person(name: string, role = 'ADMIN'): Promise<SignedIn> {
  const signedIn = await test.signUp(name);
  await setRole(signedIn, role);
  return signedIn;
}

const input = (more = {}) => ({ name: ' Cafe\u0301 ', scopes: ['PAGES_READ'], password: PASSWORD, ...more });
const add = (by: SignedIn, more = {}, idempotencyKey?: string) =>
  test.ask(ADD, { input: input(more) }, { token: by.token, idempotencyKey });

async function made(by: SignedIn, more = {}) {
  return added.parse((await add(by, more)).data).addApiToken;
}

async function shown(id: string) {
  const { data } = await test.ask(LIST, {}, { token: admin.token });
  return listed.parse(data).apiTokens.find((one) => one.id === id);
}

async function storedText(): Promise<string> {
  return JSON.stringify(await wholeStream(test.store, API_TOKENS_STREAM));
}

describe('addApiToken', () => {
  it('makes a token that calls as its administrator, narrowed by its scopes', async () => {
    const { token, secret } = await made(admin, { scopes: ['FIGURES_READ', 'PAGES_READ', 'PAGES_READ'] });
    expect(token).toMatchObject({ name: 'Caf\u00e9', addedBy: { id: admin.user.id }, lastUsedOn: null });
    expect(Date.parse(token.endsAt ?? '') - test.now()).toBeLessThanOrEqual(365 * DAY_MS);
    expect(secret).toMatch(/^volant_[A-Za-z0-9_-]{43}$/);
    const scopes = ['PAGES_READ', 'FIGURES_READ'];
    await expect(test.verify(secret)).resolves.toMatchObject({ userId: admin.user.id, role: 'ADMIN', scopes });
  });

  it('makes tokens of a SUPERADMIN that are no more than those of an ADMIN', async () => {
    const { secret } = await made(superadmin);
    await expect(test.verify(secret)).resolves.toMatchObject({ role: 'ADMIN' });
  });

  it('stores and logs only the hash', async () => {
    const { secret } = await made(admin);
    await test.verify(secret);
    expect(await storedText()).not.toContain(secret.slice('volant_'.length));
    expect(test.lines.join()).not.toContain(secret.slice('volant_'.length));
  });

  it('answers a retry with the same token, and another person with another', async () => {
    const first = await add(admin, { name: 'Retried' }, 'key-1');
    expect(await add(admin, { name: 'Retried' }, 'key-1')).toEqual(first);
    const theirs = added.parse((await add(superadmin, { name: 'Retried' }, 'key-1')).data).addApiToken;
    expect(theirs.secret).not.toBe(added.parse(first.data).addApiToken.secret);
  });

  it.each([
    ['name', { name: ' ' }],
    ['name', { name: 'x'.repeat(81) }],
    ['scopes', { scopes: [] }],
    ['days', { days: 31 }],
  ])('refuses a wrong %s', async (field, more) => {
    expect((await add(admin, more)).extensions).toMatchObject({ code: 'VALIDATION_FAILED', field });
  });

  it('refuses drivers, the support and tokens themselves', async () => {
    const { secret } = await made(admin, { scopes: ['PAGES_READ', 'PAGES_CREATE', 'PAGES_CHANGE'] });
    const byToken = { ...admin, token: secret };
    expect((await add(await person('dri', 'DRIVER'))).code).toBe('FORBIDDEN');
    expect((await add(await person('sup', 'SUPPORT'))).code).toBe('FORBIDDEN');
    expect((await add(byToken)).code).toBe('TOKEN_NOT_ALLOWED');
    expect((await add(byToken, { name: 7 })).code).toBe('TOKEN_NOT_ALLOWED');
    expect((await test.ask(LIST, {}, { token: secret })).code).toBe('TOKEN_NOT_ALLOWED');
  });
});

describe('an API token', () => {
  it('ends when its days are over', async () => {
    const { token, secret } = await made(admin, { days: 30 });
    expect(Date.parse(token.endsAt ?? '') - test.now()).toBeGreaterThan(30 * DAY_MS - 60_000);
    test.later(30 * DAY_MS - 60_000);
    await expect(test.verify(secret)).resolves.toBeDefined();
    test.later(60_000);
    await expect(test.verify(secret)).resolves.toBeUndefined();
    // Sessions have ended too.
    admin = await test.logIn('ada');
    superadmin = await test.logIn('root');
  });

  it('is revoked by another administrator for the next call, and once', async () => {
    const { token, secret } = await made(admin);
    await expect(test.verify(secret)).resolves.toBeDefined();
    const revoke = () => test.ask(REVOKE, { id: token.id }, { token: superadmin.token });
    expect((await revoke()).code).toBeUndefined();
    await expect(test.verify(secret)).resolves.toBeUndefined();
    expect((await revoke()).code).toBe('API_TOKEN_NOT_FOUND');
    expect(await shown(token.id)).toBeUndefined();
  });

  it('is revoked for good when its person is no administrator any more', async () => {
    const bea = await person('bea');
    const { secret } = await made(bea);
    await expect(test.verify(secret)).resolves.toBeDefined();
    await setRole(bea, 'SUPPORT');
    await expect(test.verify(secret)).resolves.toBeUndefined();
    await setRole(bea, 'ADMIN');
    await expect(test.verify(secret)).resolves.toBeUndefined();
    expect((await add(bea)).code).toBeUndefined();
  });

  it('needs the password of its administrator, who gets a mail', async () => {
    const eva = await person('eva');
    for (const password of ['', 'not the password']) {
      expect((await add(eva, { password })).code).toBe(password === '' ? 'FIELDS_REQUIRED' : 'WRONG_PASSWORD');
    }
    await made(eva);
    await vi.waitFor(() => {
      const subjects = test.mails.filter(({ to }) => to === 'eva@example.com').map(({ subject }) => subject);
      expect(subjects).toEqual(['An API token was added to your account']);
    });
  });

  it('has no end only if a SUPERADMIN adds it', async () => {
    expect((await add(admin, { days: null })).code).toBe('VALIDATION_FAILED');
    expect((await made(superadmin, { days: null })).token.endsAt).toBeNull();
  });

  it('goes with a new password if its person wants that', async () => {
    const finn = await person('finn');
    const { secret } = await made(finn);
    const change = (currentPassword: string, newPassword: string, revokeTokens?: boolean) =>
      test.ask(CHANGE_PASSWORD, { input: { currentPassword, newPassword, revokeTokens } }, { token: finn.token });
    expect((await change(PASSWORD, 'second password')).code).toBeUndefined();
    await expect(test.verify(secret)).resolves.toBeDefined();
    expect((await change('second password', 'third password', true)).code).toBeUndefined();
    await expect(test.verify(secret)).resolves.toBeUndefined();
  });

  it('goes with the account of its person', async () => {
    const cleo = await person('cleo');
    const { token, secret } = await made(cleo);
    await expect(test.verify(secret)).resolves.toBeDefined();
    expect((await test.ask(DELETE_ME, { password: PASSWORD }, { token: cleo.token })).code).toBeUndefined();
    await expect(test.verify(secret)).resolves.toBeUndefined();
    expect(await shown(token.id)).toBeUndefined();
  });

  it('shows the day of its last use, and records a day once', async () => {
    const { token, secret } = await made(admin);
    const today = () => new Date(test.now()).toISOString().slice(0, 10);
    for (let time = 0; time < 3; time += 1) await test.verify(secret);
    expect((await shown(token.id))?.lastUsedOn).toBe(today());
    const before = await storedText();
    test.later(11 * 60_000);
    await test.verify(secret);
    const after = await storedText();
    expect(after === before || (await shown(token.id))?.lastUsedOn === today()).toBe(true);
    test.later(DAY_MS);
    admin = await test.logIn('ada');
    superadmin = await test.logIn('root');
    await test.verify(secret);
    expect((await shown(token.id))?.lastUsedOn).toBe(today());
  });

  it('reads who it is, without what only the person sees', async () => {
    const { secret } = await made(admin);
    const { data } = await test.ask('{ me { id scopes secondFactor { on } weeklyLetter } }', {}, { token: secret });
    const me = { id: admin.user.id, scopes: ['PAGES_READ'], secondFactor: null, weeklyLetter: null };
    expect(data).toEqual({ me });
    expect((await test.ask(ME, {}, { token: admin.token })).code).toBeUndefined();
  });

  it('cannot upload pictures', async () => {
    const { secret } = await made(admin, { scopes: ['PAGES_CHANGE'] });
    const body = (async function* () {})();
    const call = {
      ...{ token: secret, language: 'en' as const, clientAddress: '192.0.2.1' },
      ...{ correlationId: 'x', idempotencyKey: undefined },
    };
    await expect(test.identity.uploadAvatar({ body, call })).rejects.toMatchObject({ code: 'TOKEN_NOT_ALLOWED' });
  });

  it('survives a restart, and so does a revocation', async () => {
    const [valid, revoked] = [await made(admin), await made(admin)];
    await test.ask(REVOKE, { id: revoked.token.id }, { token: admin.token });
    test = await test.restart();
    await expect(test.verify(valid.secret)).resolves.toBeDefined();
    await expect(test.verify(revoked.secret)).resolves.toBeUndefined();
  });

  it(`is refused beyond ${MAX_API_TOKENS} of them`, async () => {
    const codes: unknown[] = [];
    for (let time = 0; time <= MAX_API_TOKENS; time += 1) codes.push((await add(admin)).code);
    expect(codes.at(-1)).toBe('API_TOKEN_LIMIT_REACHED');
    const { data } = await test.ask(LIST, {}, { token: admin.token });
    expect(listed.parse(data).apiTokens).toHaveLength(MAX_API_TOKENS);
  });
});
