import type { EventCodec } from '@volant/infra/event-store/event-codec';
import type { DomainEvent } from '@volant/infra/event-store/event-store';
import type { Fold } from '@volant/infra/event-store/load-stream';
import { commitsOf } from '@volant/infra/testing/commits';
import { shapeOf } from '@volant/infra/testing/shape-of';
import { shapeOfView } from '@volant/infra/testing/shape-of-view';
import type { WritableViews } from '@volant/infra/views/view-store';
import { describe, expect, it } from 'vitest';
import { refusalCodec } from './openid/events.ts';
import { userWithPassword } from './user/commands/load-user.ts';
import { user } from './user/domain/decide.ts';
import { userCodec } from './user/domain/events.ts';
import { userStream } from './user/domain/user.ts';
import { roles } from './user/roles/decide.ts';
import { rolesCodec } from './user/roles/events.ts';
import { sessionCodec } from './user/session/events.ts';
import { sessionStream } from './user/session/session.ts';
import { apiTokens } from './user/tokens/decide.ts';
import { apiTokenCodec } from './user/tokens/events.ts';
import { applyToSessions, SESSIONS_VIEW } from './user/view/sessions.ts';
import { applyToUsers, USERS_VIEW } from './user/view/users.ts';

const USER = '0198b0b2-6c00-7000-8000-000000000001';
const COMMIT = {
  streamId: userStream(USER),
  commandId: 'c',
  meta: { actor: 'system', correlationId: 'test' },
  at: '2026-11-20T10:00:00.000Z',
} as const;

const TOKEN = {
  name: 'Shop',
  scopes: ['PAGES_READ', 'PAGES_CREATE', 'PAGES_CHANGE', 'CARDS_PRODUCE', 'FIGURES_READ'],
  hash: 'n4bQgYhMfWWaL-qgxVrQFaO_TxsrC4Is0V1sFbDwCgg',
  userId: 'u1',
  addedAt: '2026-03-01T08:00:00.000Z',
};

/**
 * Every shape of every event ever written, as stored, and the event it is read as today. Add entries, never change
 * them: a new shape of an event gets its own entry beside the older ones.
 */
const CORPUS: readonly (readonly [EventCodec<DomainEvent>, string, number, unknown, unknown])[] = [
  [
    userCodec,
    'UserSignedUp',
    1,
    {
      userId: '0198b0b2-6c00-7000-8000-000000000001',
      email: 'demo@example.com',
      username: 'Berline Démo',
      passwordHash: '$argon2id$v=19$m=19456,t=2,p=1$ZGVtbw$ZGVtbw',
      vouched: true,
      signedUpAt: '2026-03-01T08:00:00.000Z',
    },
    'same',
  ],
  [
    userCodec,
    'UserSignedUp',
    1,
    {
      userId: '0198b0b2-6c00-7000-8000-000000000001',
      email: 'demo@example.com',
      username: 'Berline Démo',
      passwordHash: '$argon2id$v=19$m=19456,t=2,p=1$ZGVtbw$ZGVtbw',
      signedUpAt: '2026-03-01T08:00:00.000Z',
    },
    'same',
  ],
  [
    userCodec,
    'UserSignedUp',
    1,
    {
      userId: '0198b0b2-6c00-7000-8000-000000000001',
      email: 'demo@example.com',
      username: 'Berline Démo',
      passwordHash: '$argon2id$v=19$m=19456,t=2,p=1$ZGVtbw$ZGVtbw',
      language: 'en',
      signedUpAt: '2026-03-01T08:00:00.000Z',
    },
    'same',
  ],
  [
    userCodec,
    'PageDeactivated',
    1,
    {
      pageId: 'Taxi75',
      reason: 'The page impersonates somebody else.',
      language: 'fr',
      toldAt: '2026-03-01T08:00:00.000Z',
      expiresAt: '2026-03-05T08:00:00.000Z',
    },
    'same',
  ],
  [
    userCodec,
    'PasswordResetRequested',
    1,
    {
      requestId: '0198b0b2-6c00-7000-8000-000000000002',
      tokenHash: 'LCa0a2j_xo_5m0U8HTBBNBNCLXBkg7-g-YpeiGJm564',
      language: 'fr',
      requestedAt: '2026-03-01T08:00:00.000Z',
      expiresAt: '2026-03-01T09:00:00.000Z',
    },
    'same',
  ],
  [
    userCodec,
    'PasswordChanged',
    1,
    {
      passwordHash: '$argon2id$v=19$m=19456,t=2,p=1$ZGVtbw$ZGVtbw',
      reason: 'RESET',
      keptSessionId: null,
      changedAt: '2026-03-01T08:30:00.000Z',
    },
    'same',
  ],
  [
    userCodec,
    'ProfileChanged',
    1,
    {
      email: { from: 'demo@example.com', to: 'demo@example.org' },
      username: { from: 'Berline Démo', to: 'Van Démo' },
      phone: { from: null, to: '+33639980000' },
      avatar: { from: null, to: '/uploads/00000000000000000000000000000000.jpg' },
      language: 'en',
      changedAt: '2026-03-01T08:40:00.000Z',
    },
    'same',
  ],
  [
    userCodec,
    'EmailChangeRequested',
    1,
    {
      changeId: '0198b0b2-6c00-7000-8000-000000000003',
      tokenHash: 'LCa0a2j_xo_5m0U8HTBBNBNCLXBkg7-g-YpeiGJm564',
      cancelHash: 'g-YpeiGJm564LCa0a2j_xo_5m0U8HTBBNBNCLXBkg7-',
      email: 'demo@example.org',
      mailed: true,
      language: 'fr',
      requestedAt: '2026-03-01T08:40:00.000Z',
      expiresAt: '2026-03-02T08:40:00.000Z',
    },
    'same',
  ],
  [
    userCodec,
    'EmailChangeCancelled',
    1,
    { changeId: '0198b0b2-6c00-7000-8000-000000000003', cancelledAt: '2026-03-01T08:45:00.000Z' },
    'same',
  ],
  [
    userCodec,
    'EmailUndoOffered',
    1,
    {
      changeId: '0198b0b2-6c00-7000-8000-000000000003',
      tokenHash: 'LCa0a2j_xo_5m0U8HTBBNBNCLXBkg7-g-YpeiGJm564',
      from: 'demo@example.com',
      to: 'demo@example.org',
      language: 'en',
      offeredAt: '2026-03-01T08:40:00.000Z',
      expiresAt: '2026-03-08T08:40:00.000Z',
    },
    'same',
  ],
  [
    userCodec,
    'EmailChangeUndone',
    1,
    {
      changeId: '0198b0b2-6c00-7000-8000-000000000003',
      from: 'demo@example.org',
      to: 'demo@example.com',
      undoneAt: '2026-03-02T08:40:00.000Z',
    },
    'same',
  ],
  [userCodec, 'WeeklyLetterChosen', 1, { on: true, language: 'fr', chosenAt: '2026-03-01T08:38:00.000Z' }, 'same'],
  [
    userCodec,
    'WeeklyLetterDue',
    1,
    {
      week: '2026-03-02',
      language: 'fr',
      dueAt: '2026-03-02T06:00:00.000Z',
      expiresAt: '2026-03-03T06:00:00.000Z',
    },
    'same',
  ],
  [
    userCodec,
    'AvatarUploaded',
    1,
    {
      path: '/uploads/00000000000000000000000000000000.jpg',
      discarded: null,
      uploadedAt: '2026-03-01T08:39:00.000Z',
    },
    'same',
  ],
  [
    userCodec,
    'TotpEnabled',
    1,
    {
      sealed: 'bm9uY2Vub25jZXNlYWxlZHNlY3JldA',
      step: 59_078_000,
      recovery: ['LCa0a2j_xo_5m0U8HTBBNBNCLXBkg7-g-YpeiGJm564'],
      keptSessionId: 's1',
      language: 'fr',
      enabledAt: '2026-03-01T08:39:10.000Z',
    },
    'same',
  ],
  [
    userCodec,
    'RecoveryCodesRenewed',
    1,
    { recovery: ['g-YpeiGJm564LCa0a2j_xo_5m0U8HTBBNBNCLXBkg7-'], renewedAt: '2026-03-01T08:39:20.000Z' },
    'same',
  ],
  [userCodec, 'SecondFactorPassed', 1, { step: 59_078_010, passedAt: '2026-03-01T08:39:30.000Z' }, 'same'],
  [
    userCodec,
    'PasskeyAdded',
    1,
    {
      id: 'cGFzc2tleS1vZi1hLXBob25l',
      publicKey: 'pQECAyYgASFYIA',
      counter: 0,
      transports: ['internal', 'hybrid'],
      name: 'Téléphone',
      begun: { recovery: ['LCa0a2j_xo_5m0U8HTBBNBNCLXBkg7-g-YpeiGJm564'], keptSessionId: 's1' },
      language: 'fr',
      addedAt: '2026-03-01T08:39:32.000Z',
    },
    'same',
  ],
  [
    userCodec,
    'SecondFactorPassed',
    1,
    { passkey: { id: 'cGFzc2tleS1vZi1hLXBob25l', counter: 1 }, passedAt: '2026-03-01T08:39:34.000Z' },
    'same',
  ],
  [
    userCodec,
    'PasskeyRemoved',
    1,
    { id: 'cGFzc2tleS1vZi1hLXBob25l', language: 'fr', removedAt: '2026-03-01T08:39:36.000Z' },
    'same',
  ],
  [
    userCodec,
    'SecondFactorRemoved',
    1,
    { by: 'OPERATOR', language: 'en', removedAt: '2026-03-01T08:39:40.000Z' },
    'same',
  ],
  [userCodec, 'EmailProved', 1, { provedAt: '2026-03-01T08:45:00.000Z' }, 'same'],
  [userCodec, 'ErasureBegun', 1, { begunAt: '2026-03-01T08:50:00.000Z' }, 'same'],
  [userCodec, 'ErasureCancelled', 1, { reason: 'LAST_SUPERADMIN', cancelledAt: '2026-03-01T08:50:01.000Z' }, 'same'],
  [
    sessionCodec,
    'SessionOpened',
    1,
    {
      sessionId: 's1',
      userId: 'u1',
      userVersion: 1,
      remembered: true,
      openedAt: '2026-03-01T08:00:00.000Z',
      expiresAt: '2026-03-31T08:00:00.000Z',
    },
    'same',
  ],
  [
    sessionCodec,
    'SessionEnded',
    1,
    { sessionId: 's1', reason: 'LOGGED_OUT', endedAt: '2026-03-02T08:00:00.000Z' },
    'same',
  ],
  [rolesCodec, 'UserRoleChanged', 1, { userId: 'u1', from: 'DRIVER', to: 'SUPERADMIN' }, 'same'],
  [apiTokenCodec, 'ApiTokenAdded', 1, { ...TOKEN, id: 't1', endsAt: null }, 'same'],
  [apiTokenCodec, 'ApiTokenAdded', 1, { ...TOKEN, id: 't2', endsAt: '2026-03-31T08:00:00.000Z' }, 'same'],
  [apiTokenCodec, 'ApiTokenUsed', 1, { id: 't2', day: '2026-03-02' }, 'same'],
  [apiTokenCodec, 'ApiTokenRevoked', 1, { id: 't1', hash: TOKEN.hash, revokedAt: '2026-03-03T08:00:00.000Z' }, 'same'],
  [
    sessionCodec,
    'SessionOpened',
    1,
    {
      sessionId: 's2',
      userId: 'u1',
      userVersion: 3,
      remembered: false,
      openedAt: '2026-11-30T08:00:00.000Z',
      expiresAt: '2026-11-30T20:00:00.000Z',
      issued: { session: 'n4bQgYhMfWWaL-qgxVrQFaO_TxsrC4Is0V1sFbDwCgg', sealed: 'c2VhbGVk' },
    },
    'same',
  ],
  [
    sessionCodec,
    'SessionConfirmed',
    1,
    { sessionId: 's2', sealed: 'YWdhaW4', confirmedAt: '2026-11-30T08:10:00.000Z' },
    'same',
  ],
  [sessionCodec, 'SessionEnded', 1, { sessionId: 's2', reason: 'ISSUER', endedAt: '2026-11-30T08:20:00.000Z' }, 'same'],
  [
    userCodec,
    'IssuerJoined',
    1,
    { issuer: 'https://id.example', subject: 'ada', joinedAt: '2026-11-30T08:00:00.000Z' },
    'same',
  ],
  [userCodec, 'BreakGlassUsed', 1, { language: 'fr', usedAt: '2026-11-30T08:00:00.000Z' }, 'same'],
  [refusalCodec, 'IssuerSignInRefused', 1, { code: 'ISSUER_NO_ROLE', refusedAt: '2026-11-30T08:00:00.000Z' }, 'same'],
  [
    userCodec,
    'WebhookGone',
    1,
    {
      host: 'shop.example',
      language: 'fr',
      toldAt: '2026-11-01T08:00:00.000Z',
      expiresAt: '2026-11-05T08:00:00.000Z',
    },
    'same',
  ],
];

describe('event corpus', () => {
  it.each(CORPUS)('reads entry %#', (codec, type, schema, data, expected) => {
    expect(codec.read({ id: 'e1', type, schema, data })).toEqual({ type, data: expected === 'same' ? data : expected });
  });

  it.each(CORPUS)('contains the current shape of the event of entry %#', (codec, type) => {
    const shapes = CORPUS.filter(([, known]) => known === type).map(([, , schema]) => schema);
    expect(shapes).toContain(codec.schemaOf(type));
  });

  it.each([userCodec, sessionCodec, rolesCodec, apiTokenCodec, refusalCodec])(
    'reads no event from an erased stream',
    (codec) => {
      expect(codec.read({ id: 'e1', type: 'StreamErased', schema: 1, data: {} })).toBeUndefined();
    },
  );

  it.each(CORPUS)('rejects an unknown version or a broken shape of entry %#', (codec, type, _schema, data) => {
    expect(() => codec.read({ id: 'e1', type, schema: 99, data })).toThrow('later version');
    expect(() => codec.read({ id: 'e1', type: 'SomethingElse', schema: 1, data })).toThrow('later version');
    expect(() => codec.read({ id: 'e1', type, schema: 1, data: {} })).toThrow();
  });
});

it('finds the declared shape of documents in the view of users', async () => {
  const known = CORPUS.filter(([codec]) => codec === userCodec);
  const steps = known.map(([, type, schema, data], index) => (views: WritableViews) => {
    const events = [{ id: 'e1', type, schema, data }];
    return applyToUsers(views.view(USERS_VIEW), { ...COMMIT, position: index + 1, version: index + 1, events });
  });
  expect(USERS_VIEW.shape).toBe(await shapeOfView(USERS_VIEW, steps));
});

it('finds the declared shape of documents in the view of sessions', async () => {
  const known = CORPUS.filter(([codec]) => codec === sessionCodec).map(([, type, , data]) => ({ type, data }));
  const steps = commitsOf(sessionStream('s1'), known).map(
    (commit) => (views: WritableViews) => applyToSessions(views.view(SESSIONS_VIEW), commit),
  );
  expect(SESSIONS_VIEW.shape).toBe(await shapeOfView(SESSIONS_VIEW, steps));
});

describe('snapshots', () => {
  it.each<[Fold<unknown, DomainEvent>, EventCodec<DomainEvent>]>([
    [user as Fold<unknown, DomainEvent>, userCodec],
    [userWithPassword as Fold<unknown, DomainEvent>, userCodec],
    [roles as Fold<unknown, DomainEvent>, rolesCodec],
    [apiTokens as Fold<unknown, DomainEvent>, apiTokenCodec],
  ])('declare the shape that fold %# makes of the corpus', (fold, codec) => {
    const known = CORPUS.filter(([ofCodec]) => ofCodec === codec);
    const events = known.flatMap(([, type, schema, data]) => codec.read({ id: 'e1', type, schema, data }) ?? []);
    expect(fold.snapshot?.shape).toBe(shapeOf(fold, events));
  });
});
