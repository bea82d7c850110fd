import { STREAM_ERASED } from '@volant/infra/event-store/event-store';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { latestRecords } from '../testing/latest-records.ts';
import {
  CHANGE_ROLE,
  DELETE_ME,
  DELETE_USER,
  ENTITIES,
  FORGOT,
  LOG_IN,
  LOG_OUT,
  ME,
  openIdentity,
  PASSWORD,
  PICTURE,
  type SignedIn,
  type TestIdentity,
  UPDATE_PROFILE,
} from '../testing/open-identity.ts';
import { userStream } from '../user/domain/user.ts';
import { sessionOfStream } from '../user/session/session.ts';
import { sessionsView } from '../user/view/sessions.ts';

let test: TestIdentity;
let root: SignedIn;

beforeAll(async () => {
  test = await openIdentity();
  await test.identity.ensureSuperadmin({ email: 'root@example.com', password: PASSWORD });
  root = await test.logIn('root');
});
afterAll(() => test.close());

const deleteMe = (token: string, password = PASSWORD) => test.ask(DELETE_ME, { password }, { token });
const deleteUser = (token: string, id: string) => test.ask(DELETE_USER, { id }, { token });
const changeRole = (userId: string, role: string) => test.ask(CHANGE_ROLE, { userId, role }, { token: root.token });

/** An account with live and ended sessions, a picture, a changed profile, a role and a reset request. */
async function fullAccount(name: string): Promise<SignedIn & { readonly avatar: string; readonly upload: string }> {
  const signedIn = await test.signUp(name);
  const { token } = signedIn;
  const ended = await test.logIn(name);
  await test.ask(LOG_OUT, {}, { token: ended.token });
  const call = {
    token,
    language: 'en' as const,
    clientAddress: '192.0.2.1',
    correlationId: 'c',
    idempotencyKey: undefined,
  };
  async function* body() {
    yield PICTURE;
  }
  const { imageUrl: avatar } = await test.identity.uploadAvatar({ body: body(), call });
  await test.ask(UPDATE_PROFILE, { input: { avatar, phone: '+33639980000', email: `${name}@example.org` } }, { token });
  await test.ask(UPDATE_PROFILE, { input: { email: `${name}@example.com` } }, { token });
  const { imageUrl: upload } = await test.identity.uploadAvatar({ body: body(), call });
  await test.ask(FORGOT, { email: `${name}@example.com` });
  await changeRole(signedIn.user.id, 'SUPPORT');
  return { ...signedIn, avatar, upload };
}

async function commits() {
  return test.store.readAll(0, 100_000);
}

async function expectGone(name: string, { token, user, avatar, upload }: Awaited<ReturnType<typeof fullAccount>>) {
  await expect(test.verify(token)).resolves.toBeUndefined();
  expect((await test.ask(ME, {}, { token })).code).toBe('UNAUTHENTICATED');
  const input = { email: `${name}@example.com`, password: PASSWORD };
  expect((await test.ask(LOG_IN, { input })).code).toBe('INVALID_CREDENTIALS');

  const all = await commits();
  expect(JSON.stringify(all)).not.toMatch(new RegExp(`${name}@|"${name}"|639980000`));
  const theirs = all.filter(({ events }) => JSON.stringify(events).includes(user.id));
  // Only the roles of this id and the erasure of its stream remain.
  expect(theirs.every(({ streamId }) => streamId === 'roles' || streamId === userStream(user.id))).toBe(true);
  const stream = await test.store.readStream(userStream(user.id));
  expect(stream.flatMap(({ events }) => events.map(({ type }) => type))).toEqual([STREAM_ERASED]);

  const { data } = await test.ask(ENTITIES, { ids: [{ __typename: 'User', id: user.id }] }, { token: root.token });
  expect(data).toEqual({ _entities: [null] });
  expect(await sessionsView(test.viewStore).find({ userId: user.id })).toEqual([]);
  for (const path of [avatar, upload]) expect(await test.objects.get(path.slice(1))).toBeUndefined();

  // Address and name are free again.
  const again = await test.signUp(name);
  expect(again.user.id).not.toBe(user.id);
}

describe('messages to an erased account', () => {
  it('are forgotten for every address it ever had, but kept for other accounts', async () => {
    const ida = await fullAccount('ida');
    await test.signUp('jan');
    for (const name of ['ida', 'jan']) await test.ask(FORGOT, { email: `${name}@example.com` });
    const recipients = () => new Set(test.mails.map(({ to }) => to).filter((to) => /^(ida|jan)@/.test(to)));
    const all = new Set(['ida@example.com', 'ida@example.org', 'jan@example.com']);
    await vi.waitFor(() => expect(recipients()).toEqual(all));
    await deleteMe(ida.token);
    expect(recipients()).toEqual(new Set(['jan@example.com']));
  });

  it('are forgotten even if one was being sent at that moment', async () => {
    const { token } = await test.signUp('kim');
    let taken = false;
    test.mailServer = async ({ to }) => {
      if (to !== 'kim@example.com') return;
      test.mailServer = () => {};
      await deleteMe(token);
      taken = true;
    };
    await test.ask(FORGOT, { email: 'kim@example.com' });
    await vi.waitFor(() => expect(taken).toBe(true));
    await vi.waitFor(() => expect(test.mails.filter(({ to }) => to === 'kim@example.com')).toEqual([]), {});
  });
});

describe('deleteMyAccount', () => {
  it('requires the password, then erases all data of the account', async () => {
    const anna = await fullAccount('anna');
    expect((await deleteMe(anna.token, 'wrong-password')).code).toBe('WRONG_PASSWORD');
    expect((await deleteMe(anna.token, '')).code).toBe('FIELDS_REQUIRED');
    expect((await deleteMe('')).code).toBe('UNAUTHENTICATED');
    expect((await deleteMe(anna.token)).data).toEqual({ deleteMyAccount: true });
    await expectGone('anna', anna);
    await vi.waitFor(
      async () => expect((await latestRecords(test.messageLog)).get(anna.user.id)?.value).toBeNull(),
      {},
    );
  });

  it('leaves other accounts unchanged', async () => {
    const bert = await test.signUp('bert');
    const cora = await fullAccount('cora');
    await deleteMe(cora.token);
    await expect(test.verify(bert.token)).resolves.toMatchObject({ userId: bert.user.id });
    const sessions = (await commits()).filter(({ streamId }) => sessionOfStream(streamId) !== undefined);
    expect(sessions.some(({ events }) => JSON.stringify(events).includes(bert.user.id))).toBe(true);
  });

  it('refuses the last SUPERADMIN', async () => {
    expect(await deleteMe(root.token)).toMatchObject({ code: 'LAST_SUPERADMIN', extensions: { status: 409 } });
    await expect(test.verify(root.token)).resolves.toMatchObject({ role: 'SUPERADMIN' });
  });

  it('keeps one of two SUPERADMINs who delete their accounts concurrently, 5 times', async () => {
    for (let n = 0; n < 5; n += 1) {
      const other = await test.signUp(`rival-${n}`);
      await changeRole(other.user.id, 'SUPERADMIN');
      const answers = await Promise.all([deleteMe(root.token), deleteMe(other.token)]);
      expect(answers.map(({ code }) => code ?? 'gone').sort()).toEqual(['LAST_SUPERADMIN', 'gone']);
      const stayed = answers[0].code === undefined ? other : root;
      await expect(test.verify(stayed.token)).resolves.toMatchObject({ role: 'SUPERADMIN' });
      root = stayed;
    }
  });
});

describe('erasing another account', () => {
  it('requires the role SUPERADMIN', async () => {
    const dora = await fullAccount('dora');
    const admin = await test.signUp('emil');
    await changeRole(admin.user.id, 'ADMIN');
    expect((await deleteUser('', dora.user.id)).code).toBe('UNAUTHENTICATED');
    for (const { token } of [dora, admin]) {
      expect((await deleteUser(token, admin.user.id)).code).toBe('FORBIDDEN');
      expect((await deleteUser(token, 'nobody')).code).toBe('FORBIDDEN');
    }
    expect((await deleteUser(root.token, root.user.id)).code).toBe('OWN_ACCOUNT');
    expect((await deleteUser(root.token, 'nobody')).code).toBe('USER_NOT_FOUND');
    expect((await deleteUser(root.token, dora.user.id)).data).toEqual({ deleteUser: true });
    await expectGone('dora', dora);
    expect((await deleteUser(root.token, admin.user.id)).code).toBeUndefined();
  });

  it('is not reverted by a concurrent role change, 10 times', async () => {
    for (let n = 0; n < 10; n += 1) {
      const { user, token } = await test.signUp(`brief-${n}`);
      await Promise.all([changeRole(user.id, 'SUPPORT'), deleteMe(token)]);
      await vi.waitFor(async () => expect((await latestRecords(test.messageLog)).get(user.id)?.value).toBeNull());
      const { data } = await test.ask(ENTITIES, { ids: [{ __typename: 'User', id: user.id }] }, { token: root.token });
      expect(data).toEqual({ _entities: [null] });
    }
  });
});

describe('the erasure of an old account', () => {
  it('reads none of what others have done since', async () => {
    const account = await fullAccount('early');
    await test.signUp('busy');
    for (let time = 0; time < 30; time += 1) await test.logIn('busy');
    const { readAll } = test.store;
    let read = 0;
    Object.assign(test.store, {
      async readAll(...range: Parameters<typeof readAll>) {
        const found = await readAll.apply(test.store, range);
        read += found.filter(({ streamId }) => sessionOfStream(streamId) !== undefined).length;
        return found;
      },
    });
    try {
      expect((await deleteMe(account.token)).data).toEqual({ deleteMyAccount: true });
      await expect.poll(async () => (await test.store.readStream(userStream(account.user.id))).length).toBe(1);
    } finally {
      Object.assign(test.store, { readAll });
    }
    // The views follow the erasure of its two sessions.
    expect(read).toBeLessThan(30);
    await expectGone('early', account);
  });
});

describe('interrupted erasure', () => {
  const steps = ['objects', 'sessions', 'reservations', 'stream'] as const;

  it.each(steps)(
    'closes the account at once and is finished by the next process if it stops before step “%s”',
    async (step) => {
      const name = `cut-${step}`;
      const account = await fullAccount(name);
      const end = () => Promise.reject(new Error('the process ends here'));
      const { eraseStream } = test.store;
      if (step === 'objects') Object.assign(test.objects, { delete: end });
      if (step === 'reservations') Object.assign(test.store.reservations, { release: end });
      if (step === 'sessions' || step === 'stream') {
        const mine = step === 'stream' ? (id: string) => id === userStream(account.user.id) : sessionOfStream;
        Object.assign(test.store, {
          eraseStream: (...[id, meta, at]: Parameters<typeof eraseStream>) =>
            mine(id) ? end() : eraseStream.call(test.store, id, meta, at),
        });
      }
      expect((await deleteMe(account.token)).data).toEqual({ deleteMyAccount: true });
      await expect(test.verify(account.token)).resolves.toBeUndefined();
      expect((await test.store.readStream(userStream(account.user.id))).at(-1)?.events[0]?.type).toBe('ErasureBegun');

      test = await test.restart();
      root = await test.logIn(root.user.id === account.user.id ? name : await nameOf(root));
      await vi.waitFor(async () => {
        const [last] = (await test.store.readStream(userStream(account.user.id))).slice(-1);
        expect(last?.events[0]?.type).toBe(STREAM_ERASED);
        const { data } = await test.ask(ENTITIES, { ids: [{ __typename: 'User', id: account.user.id }] });
        expect(data).toEqual({ _entities: [null] });
      });
      await expectGone(name, account);
    },
  );

  async function nameOf({ token }: SignedIn): Promise<string> {
    const { data } = await test.ask(ME, {}, { token });
    return (data as { me: { username: string } }).me.username.replace('admin-root', 'root');
  }
});
