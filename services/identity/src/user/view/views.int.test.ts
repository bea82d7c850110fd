import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CHANGE_ROLE, LOG_OUT, openIdentity, PASSWORD, type TestIdentity } from '../../testing/open-identity.ts';
import { userStream } from '../domain/user.ts';
import { liveSessions, sessionsView } from './sessions.ts';
import { usersView } from './users.ts';

let test: TestIdentity;
beforeAll(async () => {
  test = await openIdentity();
});
afterAll(() => test.close());

const contents = async () => ({
  users: await usersView(test.viewStore).find({}, { sort: { _id: 1 } }),
  sessions: await sessionsView(test.viewStore).find({}, { sort: { _id: 1 } }),
});

const erase = (userId: string) =>
  test.store.eraseStream(userStream(userId), { actor: 'system', correlationId: 'c' }, new Date().toISOString());

/** A session lasts 30 days at most. */
const BEYOND_EVERY_SESSION_MS = 31 * 24 * 60 * 60 * 1000;

describe('views', () => {
  it('match the history, and are the same after a rebuild or in another process', async () => {
    await test.identity.ensureSuperadmin({ email: 'root@example.com', password: PASSWORD });
    const root = await test.logIn('root');
    const anna = await test.signUp('anna');
    const bert = await test.signUp('bert');
    const carl = await test.signUp('carl');
    const dora = await test.signUp('dora');
    await test.ask(CHANGE_ROLE, { userId: anna.user.id, role: 'ADMIN' }, { token: root.token });
    await test.ask(CHANGE_ROLE, { userId: bert.user.id, role: 'SUPPORT' }, { token: root.token });
    await test.ask(CHANGE_ROLE, { userId: bert.user.id, role: 'DRIVER' }, { token: root.token });
    await test.logIn('bert');
    await test.ask(LOG_OUT, {}, { token: bert.token });
    await erase(carl.user.id);
    test.later(BEYOND_EVERY_SESSION_MS);
    await test.logIn('dora');
    await test.signUp('emil');

    const live = await contents();
    expect(live.users.map(({ username, role }) => [username, role])).toEqual([
      ['root', 'SUPERADMIN'],
      ['anna', 'ADMIN'],
      ['bert', 'DRIVER'],
      ['dora', 'DRIVER'],
      ['emil', 'DRIVER'],
    ]);
    expect(JSON.stringify(live)).not.toMatch(/argon2id|carl/);
    const now = new Date(Date.now() + BEYOND_EVERY_SESSION_MS);
    await expect(liveSessions(sessionsView(test.viewStore), dora.user.id, now)).resolves.toHaveLength(1);
    // Also those that are over, which the erasure of an account needs.
    expect(live.sessions.filter(({ userId }) => userId === dora.user.id)).toHaveLength(2);
    expect(live.sessions.filter(({ userId }) => userId === carl.user.id)).toEqual([]);
    expect(live.sessions.filter(({ userId }) => userId === bert.user.id)).toHaveLength(2);

    test = await test.restart();
    expect(await contents()).toEqual(live);
  });
});
