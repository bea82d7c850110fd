import { randomUUID } from 'node:crypto';
import { fromBinary } from '@bufbuild/protobuf';
import { sessionCacheKey } from '@volant/infra/auth/access-token';
import type { Cache } from '@volant/infra/cache/cache';
import { createLogger } from '@volant/infra/process/observability/log';
import { Role as MessageRole, UserSnapshotSchema } from '@volant/proto/volant/identity/v1/user_pb';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { latestRecords } from '../testing/latest-records.ts';
import {
  CHANGE_ROLE,
  DELETE_USER,
  ENTITIES,
  LOG_IN,
  LOG_OUT,
  ME,
  openIdentity,
  PASSWORD,
  SIGN_UP,
  type SignedIn,
  type TestIdentity,
  UPDATE_PROFILE,
} from '../testing/open-identity.ts';
import { createSessionStates } from '../user/commands/session-states.ts';
import { userStream } from '../user/domain/user.ts';
import { createFollowUp } from '../user/follow-up.ts';

const NO_RULES = { needsFactor: false, breakGlassEmail: undefined };

let test: TestIdentity;
let superadmin: SignedIn;
const SUPERADMIN = { email: 'root@example.com', password: PASSWORD };

beforeAll(async () => {
  test = await openIdentity();
  await test.identity.ensureSuperadmin(SUPERADMIN);
  superadmin = await test.logIn('root');
});
afterAll(() => test.close());

const change = (by: SignedIn | undefined, userId: string, role: string) =>
  test.ask(CHANGE_ROLE, { userId, role }, { token: by?.token });

async function person(name: string, role: string): Promise<SignedIn> {
  const signedIn = await test.signUp(name);
  expect((await change(superadmin, signedIn.user.id, role)).code).toBeUndefined();
  return signedIn;
}

describe('changeUserRole', () => {
  it('is in force from the next request of every session, here and in other services', async () => {
    const first = await test.signUp('anna');
    const second = await test.logIn('anna');
    for (const { token } of [first, second]) {
      await expect(test.verify(token)).resolves.toMatchObject({ role: 'DRIVER' });
    }
    for (const role of ['SUPPORT', 'ADMIN', 'SUPERADMIN', 'DRIVER'] as const) {
      const answer = await change(superadmin, first.user.id, role);
      expect(answer.data).toMatchObject({ changeUserRole: { id: first.user.id, role } });
      for (const { token } of [first, second]) {
        await expect(test.verify(token)).resolves.toMatchObject({ role });
        await expect(test.ask(ME, {}, { token })).resolves.toMatchObject({ data: { me: { role } } });
      }
      await expect(test.logIn('anna').then(({ token }) => test.verify(token))).resolves.toMatchObject({ role });
    }
  });

  it('removes the right to change other roles along with the role', async () => {
    const admin = await person('bert', 'ADMIN');
    const driver = await test.signUp('carl');
    expect((await change(admin, driver.user.id, 'SUPPORT')).code).toBeUndefined();
    await change(superadmin, admin.user.id, 'DRIVER');
    expect((await change(admin, driver.user.id, 'ADMIN')).code).toBe('FORBIDDEN');
  });

  it('does not revive an ended session', async () => {
    const { token, user } = await test.signUp('dora');
    await test.ask(LOG_OUT, {}, { token });
    await change(superadmin, user.id, 'SUPPORT');
    await expect(test.verify(token)).resolves.toBeUndefined();
  });

  it('leaves the session ended and the last role in force, however the changes interleave', async () => {
    for (let n = 0; n < 20; n += 1) {
      const { token, user } = await test.signUp(`racer ${n}`.replace(' ', '-'));
      await Promise.all([
        change(superadmin, user.id, 'SUPPORT'),
        test.ask(LOG_OUT, {}, { token }),
        test.verify(token),
        change(superadmin, user.id, 'ADMIN'),
      ]);
      await expect(test.verify(token)).resolves.toBeUndefined();
      const again = await test.logIn(`racer-${n}`);
      const { data } = await test.ask(ME, {}, { token: again.token });
      await expect(test.verify(again.token)).resolves.toMatchObject({
        role: (data as { me: { role: string } }).me.role,
      });
    }
  });

  it('requires an administrator', async () => {
    const driver = await test.signUp('emil');
    const support = await person('fina', 'SUPPORT');
    expect(await change(undefined, driver.user.id, 'ADMIN')).toMatchObject({
      code: 'UNAUTHENTICATED',
      extensions: { status: 401 },
    });
    for (const by of [driver, support]) {
      expect(await change(by, driver.user.id, 'ADMIN')).toMatchObject({
        code: 'FORBIDDEN',
        extensions: { status: 403 },
      });
      expect((await change(by, 'nobody', 'ADMIN')).code).toBe('FORBIDDEN');
    }
  });

  it('enforces the rules about SUPERADMIN and one’s own role', async () => {
    const admin = await person('gina', 'ADMIN');
    const driver = await test.signUp('hugo');
    expect(await change(admin, driver.user.id, 'SUPERADMIN')).toMatchObject({
      code: 'SUPERADMIN_PROTECTED',
      extensions: { status: 403 },
    });
    expect((await change(admin, superadmin.user.id, 'DRIVER')).code).toBe('SUPERADMIN_PROTECTED');
    expect((await change(admin, admin.user.id, 'DRIVER')).code).toBe('OWN_ROLE');
    expect(await change(superadmin, superadmin.user.id, 'ADMIN')).toMatchObject({
      code: 'LAST_SUPERADMIN',
      extensions: { status: 409 },
    });
    expect(await change(superadmin, 'nobody', 'ADMIN')).toMatchObject({
      code: 'USER_NOT_FOUND',
      extensions: { status: 404 },
    });
    expect((await change(superadmin, driver.user.id, 'EMPEROR')).code).toBe('VALIDATION_FAILED');
  });

  it('keeps one SUPERADMIN when two demote each other concurrently, 20 times', async () => {
    for (let n = 0; n < 20; n += 1) {
      const other = await person(`rival-${n}`, 'SUPERADMIN');
      const answers = await Promise.all([
        change(superadmin, other.user.id, 'DRIVER'),
        change(other, superadmin.user.id, 'DRIVER'),
      ]);
      expect(answers.map(({ code }) => code ?? 'won').sort()).toEqual(['FORBIDDEN', 'won']);
      const roles = await Promise.all([superadmin, other].map(({ token }) => test.verify(token)));
      expect(roles.map((viewer) => viewer?.role).sort()).toEqual(['DRIVER', 'SUPERADMIN']);
      if (roles[0]?.role === 'DRIVER') superadmin = other;
    }
  });
});

describe('User entity', () => {
  it('shows personal fields only to the person and administrators', async () => {
    const driver = await test.signUp('ines');
    const other = await test.signUp('jule');
    const support = await person('kurt', 'SUPPORT');
    const admin = await person('lena', 'ADMIN');
    const seenBy = async (by: SignedIn | undefined) => {
      const ids = [{ __typename: 'User', id: driver.user.id }];
      const { data } = await test.ask(ENTITIES, { ids }, { token: by?.token });
      return (data as { _entities: unknown[] })._entities[0];
    };
    const whole = { id: driver.user.id, username: 'ines', email: 'ines@example.com', role: 'DRIVER' };
    for (const by of [driver, admin, superadmin]) expect(await seenBy(by)).toMatchObject(whole);
    const outside = { ...whole, email: null, role: null, phone: null, createdAt: null, avatar: null };
    for (const by of [undefined, other, support]) expect(await seenBy(by)).toEqual(outside);
  });

  it('resolves many ids at once, an unknown one as null', async () => {
    const known = await test.signUp('mara');
    const ids = [known.user.id, 'nobody', superadmin.user.id].map((id) => ({ __typename: 'User', id }));
    const { data, code } = await test.ask(ENTITIES, { ids });
    expect(code).toBeUndefined();
    expect(data).toMatchObject({ _entities: [{ id: known.user.id }, null, { id: superadmin.user.id }] });
  });
});

describe('ensureSuperadmin', () => {
  it('creates a SUPERADMIN once', async () => {
    const settings = { email: 'op@example.com', password: PASSWORD };
    await expect(test.identity.ensureSuperadmin(settings)).resolves.toBe('created');
    await expect(test.identity.ensureSuperadmin({ ...settings, password: 'another' })).resolves.toBe('unchanged');
    const { token } = await test.logIn('op');
    await expect(test.ask(ME, {}, { token })).resolves.toMatchObject({
      data: { me: { role: 'SUPERADMIN', username: 'admin-op' } },
    });
  });

  it('promotes an account at once if the password matches or none is given', async () => {
    const { token } = await test.signUp('nils');
    const taken = test.identity.ensureSuperadmin({ email: 'nils@example.com', password: 'not-this-one' });
    await expect(taken).rejects.toMatchObject({ code: 'SUPERADMIN_ACCOUNT_TAKEN' });
    await expect(test.verify(token)).resolves.toMatchObject({ role: 'DRIVER' });
    await expect(test.identity.ensureSuperadmin({ email: 'NILS@example.com' })).resolves.toBe('promoted');
    await expect(test.verify(token)).resolves.toMatchObject({ role: 'SUPERADMIN' });
    await test.signUp('olga');
    const known = test.identity.ensureSuperadmin({ email: 'olga@example.com', password: PASSWORD });
    await expect(known).resolves.toBe('promoted');
  });

  it('does not open an account without a password', async () => {
    const none = test.identity.ensureSuperadmin({ email: 'none@example.com' });
    await expect(none).rejects.toMatchObject({ code: 'USER_NOT_FOUND' });
  });

  it('chooses another username if the local part of the address is taken', async () => {
    await test.signUp('paul');
    const outcome = test.identity.ensureSuperadmin({ email: 'paul@example.org', password: PASSWORD });
    await expect(outcome).resolves.toBe('created');
  });
});

describe('user records for other services', () => {
  it('contain the latest role without personal data, and a tombstone for an erased account', async () => {
    const agent = await person('quin', 'SUPPORT');
    const gone = await test.signUp('rosa');
    await test.store.eraseStream(
      userStream(gone.user.id),
      { actor: 'system', correlationId: 'c' },
      new Date().toISOString(),
    );
    await vi.waitFor(async () => expect((await latestRecords(test.messageLog)).get(gone.user.id)?.value).toBeNull());
    const latest = await latestRecords(test.messageLog);

    const record = latest.get(agent.user.id);
    const snapshot = fromBinary(UserSnapshotSchema, record?.value ?? new Uint8Array());
    expect(snapshot).toMatchObject({ userId: agent.user.id, role: MessageRole.SUPPORT });
    expect(snapshot.version).toBeGreaterThan(0n);
    for (const { value } of latest.values()) {
      expect(Buffer.from(value ?? []).toString('latin1')).not.toMatch(/example|quin|argon/);
    }
  });
});

describe('cache writer that was overtaken', () => {
  it('does not leave the older role in the cache', async () => {
    const { token, user } = await test.signUp('tess');
    const sessionId = (await test.verify(token))?.sessionId ?? '';
    let overtaken = false;
    const slowCache: Cache = {
      get: (key) => test.cache.get(key),
      setIfAbsent: (key, value, ttlMs) => test.cache.setIfAbsent(key, value, ttlMs),
      delete: (key) => test.cache.delete(key),
      take: (key, limit, windowMs) => test.cache.take(key, limit, windowMs),
      giveBack: (key) => test.cache.giveBack(key),
      close: () => Promise.resolve(),
      async set(key, value, ttlMs) {
        // The state has been read; now another process changes the role and writes it, and this one writes last.
        if (!overtaken) {
          overtaken = true;
          await change(superadmin, user.id, 'ADMIN');
        }
        await test.cache.set(key, value, ttlMs);
      },
    };
    await createSessionStates(test.store, slowCache, () => new Date(), NO_RULES).refresh(sessionId);
    await expect(test.verify(token)).resolves.toMatchObject({ role: 'ADMIN' });
  });
});

describe('follow-up after a crash', () => {
  it('updates the cache if the process ended between a role change and the cache write', async () => {
    const { token, user } = await test.signUp('sven');
    const sessionId = (await test.verify(token))?.sessionId ?? '';
    const stale = await test.cache.get(sessionCacheKey(sessionId));
    await change(superadmin, user.id, 'ADMIN');
    // Simulates the cache of another server that missed the change.
    await test.cache.set(sessionCacheKey(sessionId), stale ?? '', 60_000);
    await expect(test.verify(token)).resolves.toMatchObject({ role: 'DRIVER' });
    const states = createSessionStates(test.store, test.cache, () => new Date(), NO_RULES);
    const followUp = createFollowUp({
      store: test.store,
      clock: () => new Date(),
      newId: randomUUID,
      log: createLogger({ name: 'test', level: 'silent' }),
      everyMs: 60_000,
      refreshSessionsOf: async (userId) => {
        if (userId === user.id) await states.refresh(sessionId);
      },
      states,
    });
    await followUp.start();
    expect(await followUp.waitFor(await test.store.head())).toBe(true);
    await followUp.stop();
    await expect(test.verify(token)).resolves.toMatchObject({ role: 'ADMIN' });
  });
});

it('logs no address, password or hash', async () => {
  await test.ask(LOG_IN, { input: { email: 'sven@example.com', password: 'wrong-password' } });
  expect(test.lines.join()).not.toMatch(/example\.com|password"|argon2id/);
});

describe('SUPERADMIN of the startup settings', () => {
  const settings = { email: 'first@example.com', password: PASSWORD };
  let own: TestIdentity;
  beforeEach(async () => {
    own = await openIdentity();
  });
  afterEach(() => own.close());

  const start = (named = settings) => own.identity.ensureFirstSuperadmin(named);
  const roleOf = async (name: string, password = PASSWORD) =>
    (await own.verify((await own.logIn(name, password)).token))?.role;
  const setRole = (by: SignedIn, userId: string, role: string) =>
    own.ask(CHANGE_ROLE, { userId, role }, { token: by.token });

  it('is created at the first start and left unchanged by later ones', async () => {
    await expect(start()).resolves.toBe('created');
    await expect(start()).resolves.toBe('unchanged');
    await expect(start({ ...settings, password: 'another password' })).resolves.toBe('unchanged');
  });

  it('is left unchanged after it was renamed', async () => {
    await start();
    const { token } = await own.logIn('first');
    await own.ask(UPDATE_PROFILE, { input: { username: 'Renamed' } }, { token });
    await expect(start()).resolves.toBe('unchanged');
  });

  it('is not created again at the address of the settings after it changed its address', async () => {
    await start();
    await own.changeEmail(await own.logIn('first'), 'moved@example.com');
    await expect(start()).resolves.toBe('role is held');
    // The undo period is over, and the address is free.
    own.later(8 * 24 * 60 * 60_000);
    await expect(start()).resolves.toBe('role is held');
    await own.ask(SIGN_UP, { input: { ...settings, username: 'somebody' } });
    await expect(start()).resolves.toBe('role is held');
    await expect(roleOf('first')).resolves.toBe('DRIVER');
    await expect(roleOf('moved')).resolves.toBe('SUPERADMIN');
  });

  it('is not promoted again after another SUPERADMIN has demoted or erased it', async () => {
    await start();
    const first = await own.logIn('first');
    const second = await own.signUp('second');
    await setRole(first, second.user.id, 'SUPERADMIN');
    await setRole(second, first.user.id, 'DRIVER');
    await expect(start()).resolves.toBe('role is held');
    await expect(roleOf('first')).resolves.toBe('DRIVER');
    await own.ask(DELETE_USER, { id: first.user.id }, { token: second.token });
    await expect(start()).resolves.toBe('role is held');
    await expect(own.logIn('first')).rejects.toThrow('INVALID_CREDENTIALS');
  });

  it('is not an earlier account with that address, unless its password matches the settings', async () => {
    await own.signUp('first');
    await expect(start({ ...settings, password: 'of the operator' })).resolves.toBe('address is taken');
    await expect(roleOf('first')).resolves.toBe('DRIVER');
    await expect(start()).resolves.toBe('promoted');
  });

  it('is not created at an address that another account can still restore', async () => {
    await own.changeEmail(await own.signUp('first'), 'moved@example.com');
    await expect(start()).resolves.toBe('address is taken');
  });

  it('is refused with an invalid address or password', async () => {
    await expect(start({ ...settings, email: 'nobody' })).rejects.toMatchObject({ code: 'EMAIL_INVALID' });
    await expect(start({ ...settings, password: 'short' })).rejects.toMatchObject({ code: 'PASSWORD_LENGTH' });
  });
});
