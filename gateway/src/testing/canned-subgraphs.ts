import { readFileSync } from 'node:fs';
import { PAGE_ERRORS } from '@volant/infra/errors/common-errors';
import { DomainError } from '@volant/infra/errors/domain-error';
import type { ErrorCatalogue } from '@volant/infra/errors/error-catalogue';
import { createSubgraph, type Resolvers } from '@volant/infra/graphql/subgraph';
import type { Subgraph, SubgraphCall } from '@volant/infra/graphql/subgraph-call';
import type { Logger } from '@volant/infra/process/observability/log';
import { CLICK_TYPES, type ClickType } from '@volant/proto/activity/click-types';
import { EMPTY_PROFILE } from '@volant/proto/profile/profile';
import { parse } from 'graphql';

/** Recorded calls of the canned services, and overrides of their answers. */
export interface Canned {
  readonly calls: { readonly field: string; readonly args: unknown; readonly call: SubgraphCall }[];
  /** Field → function that replaces its canned answer. */
  readonly instead: Map<string, () => unknown>;
}

export const TOKEN = 'ana.valid.token';

const CATALOGUE: ErrorCatalogue = {
  INVALID_CREDENTIALS: { status: 401, fr: 'Adresse ou mot de passe incorrect.', en: 'Wrong e-mail or password.' },
  WRONG_PASSWORD: { status: 400, fr: 'Mot de passe actuel incorrect.', en: 'Wrong current password.' },
  ...PAGE_ERRORS,
  MESSAGE_ALREADY_HANDLED: { status: 409, fr: 'Déjà pris en charge.', en: 'Already handled.' },
  PAGE_CHANGED: { status: 412, fr: 'La page a changé.', en: 'The page has changed.' },
};

const ANA = {
  id: 'u1',
  username: 'ana',
  email: 'ana@demo.example',
  avatar: null,
  phone: '+33600000000',
  role: 'SUPERADMIN',
  createdAt: '2026-01-02T03:04:05.000Z',
  pendingEmail: null,
  weeklyLetter: false,
  scopes: null,
  secondFactor: { on: false, required: false, recoveryCodes: 0, app: false, passkeys: [] },
};

export const PAGE = {
  uid: 'uid-1',
  id: 'berline-demo',
  displayName: 'Berline Démo',
  state: 'ACTIVE',
  ownerId: 'u1',
  owner: { __typename: 'User', id: 'u1' },
  tenure: 1,
  createdAt: '2026-01-02T03:04:05.000Z',
  claimedAt: '2026-01-03T03:04:05.000Z',
  claimed: true,
  inactive: false,
  avatar: null,
  profile: { ...EMPTY_PROFILE, name: 'Ana Démo' },
  indexable: false,
  version: 3,
  address: '/d/berline-demo',
  handoverUntil: null,
  cards: [{ id: 'berline-demo', status: 'IN_USE', since: null, addedAt: '2026-01-03T03:04:05.000Z', version: 3 }],
};

const WORKBOOK = {
  fileName: 'pages-2026-01-02T03-04-05.xlsx',
  contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  base64: Buffer.from('PK workbook').toString('base64'),
};

export const MESSAGE = {
  id: 'm1',
  subject: 'Carte perdue',
  name: 'Chauffeur Démo',
  email: 'chauffeur@demo.example',
  body: 'Bonjour,\nj’ai perdu ma carte.',
  status: 'OPEN',
  createdAt: '2026-01-04T03:04:05.000Z',
  waitingSince: '2026-01-04T03:04:05.000Z',
  replied: false,
  handler: { __typename: 'User', id: 'u1' },
};

const THREAD = {
  ...MESSAGE,
  ...{ unread: true, answerable: true, blocked: false, thread: [] },
  ...{ language: 'fr', writers: [{ __typename: 'User', id: 'u1' }] },
};
const CANNED_REPLY = { id: 'c1', name: 'Carte perdue', texts: [{ language: 'fr', text: 'Bonjour {name},' }] };

const ANNOUNCEMENT = {
  ...{ id: 'a1', version: 1, texts: [{ language: 'fr', text: 'Maintenance' }], audience: 'EVERYBODY' },
  ...{ level: 'INFORMATION', from: '2026-01-02T03:04:05.000Z', end: '2026-01-03T03:04:05.000Z', changes: [] },
};

const CLICKS: Readonly<Partial<Record<ClickType, number>>> = {
  CLICK_WHATSAPP: 1,
  CLICK_CALL: 1,
  CLICK_EMAIL: 1,
  CLICK_CUSTOM_FIELD: 2,
};

/** Without a canned answer a call would fail as if the gateway were at fault, but only in tests that happen to send it. */
function refuseMissing(typeDefs: string, resolvers: Resolvers<SubgraphCall>): void {
  for (const type of parse(typeDefs).definitions) {
    if (type.kind !== 'ObjectTypeDefinition' || !['Query', 'Mutation'].includes(type.name.value)) continue;
    const answered = Object.keys(resolvers[type.name.value] ?? {});
    const missing = (type.fields ?? []).flatMap(({ name }) => (answered.includes(name.value) ? [] : [name.value]));
    if (missing.length > 0) throw new Error(`no canned answer for ${missing.join(', ')}`);
  }
}

const BATCH = {
  id: 'series-1',
  note: 'Salon',
  madeAt: '2026-01-02T03:04:05.000Z',
  madeBy: { id: ANA.id },
  size: 1,
  version: 1,
  stages: [{ stage: 'ORDERED', count: 1 }],
  cards: [{ number: 1, stage: 'ORDERED', page: PAGE }],
  history: [],
};

const WEBHOOK = {
  id: 'webhook-1',
  name: 'Shop',
  url: 'https://shop.example/volant',
  types: ['PAGE_CLAIMED'],
  enabled: true,
  addedAt: '2026-01-02T03:04:05.000Z',
  deliveries: { nodes: [], totalCount: 0, pageInfo: { endCursor: null, hasNextPage: false } },
};
const API_TOKEN = {
  id: 'token-1',
  name: 'Shop',
  scopes: ['PAGES_READ'],
  addedBy: { id: ANA.id, username: ANA.username, email: ANA.email },
  addedAt: '2026-01-02T03:04:05.000Z',
  endsAt: null,
  lastUsedOn: '2026-01-03',
};
const WEBHOOK_AND_SECRET = { webhook: WEBHOOK, secret: 'whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3' };

/** The services with their real schemas and canned answers. */
export function createCannedSubgraphs(log: Logger): { subgraphs: Subgraph[]; canned: Canned } {
  const canned: Canned = { calls: [], instead: new Map() };

  const answer =
    (field: string, value: (args: Record<string, unknown>, call: SubgraphCall) => unknown) =>
    (_: unknown, args: Record<string, unknown>, call: SubgraphCall) => {
      canned.calls.push({ field, args, call });
      const instead = canned.instead.get(field);
      return instead === undefined ? value(args, call) : instead();
    };
  const signedIn =
    (value: (args: Record<string, unknown>) => unknown) => (args: Record<string, unknown>, call: SubgraphCall) => {
      if (call.token !== TOKEN) throw new DomainError('UNAUTHENTICATED');
      return value(args);
    };
  const pageOf = ({ id }: Record<string, unknown>) => {
    if (id !== PAGE.id) throw new DomainError('PAGE_NOT_FOUND');
    return PAGE;
  };
  const listOf =
    (node: object) =>
    ({ first, after }: Record<string, unknown>) => ({
      nodes: [node],
      totalCount: 2,
      pageInfo: { endCursor: `${String(first)}|${String(after)}`, hasNextPage: first === 1 },
      tallies: [],
    });

  function subgraph(name: string, resolvers: Resolvers<SubgraphCall>): Subgraph {
    const typeDefs = readFileSync(new URL(`../../../services/${name}/schema.graphql`, import.meta.url), 'utf8');
    refuseMissing(typeDefs, resolvers);
    return createSubgraph<SubgraphCall>({
      ...{ name, typeDefs, resolvers, catalogue: CATALOGUE, log },
      createContext: (call) => call,
    });
  }

  const identity = subgraph('identity', {
    Query: {
      me: answer(
        'me',
        signedIn(() => ANA),
      ),
      users: answer('users', signedIn(listOf(ANA))),
      apiTokens: answer(
        'apiTokens',
        signedIn(() => [API_TOKEN]),
      ),
    },
    Mutation: {
      logIn: answer('logIn', ({ input }) => {
        if ((input as { password: string }).password !== 'secret') throw new DomainError('INVALID_CREDENTIALS');
        return { token: TOKEN, user: ANA };
      }),
      answerSecondFactor: answer('answerSecondFactor', () => ({ token: TOKEN, user: ANA })),
      startTotp: answer(
        'startTotp',
        signedIn(() => ({ secret: 'GEZDGNBV', address: 'otpauth://totp/Volant:ana', setup: 'sealed' })),
      ),
      confirmTotp: answer(
        'confirmTotp',
        signedIn(() => ({ codes: ['abcd-efgh-ijkl-mnop'] })),
      ),
      startPasskey: answer(
        'startPasskey',
        signedIn(() => ({ options: '{}' })),
      ),
      addPasskey: answer(
        'addPasskey',
        signedIn(() => ({ codes: [] })),
      ),
      removePasskey: answer(
        'removePasskey',
        signedIn(() => true),
      ),
      renewRecoveryCodes: answer(
        'renewRecoveryCodes',
        signedIn(() => ({ codes: ['abcd-efgh-ijkl-mnop'] })),
      ),
      switchSecondFactorOff: answer(
        'switchSecondFactorOff',
        signedIn(() => true),
      ),
      addApiToken: answer(
        'addApiToken',
        signedIn(() => ({ token: API_TOKEN, secret: `volant_${'a'.repeat(43)}` })),
      ),
      revokeApiToken: answer(
        'revokeApiToken',
        signedIn(({ id }) => ({ id })),
      ),
      signUp: answer('signUp', () => ({ token: TOKEN, user: ANA })),
      logOut: answer('logOut', () => true),
      changeUserRole: answer(
        'changeUserRole',
        signedIn(() => ANA),
      ),
      requestPasswordReset: answer('requestPasswordReset', () => ({ accepted: true, resetToken: null })),
      resetPassword: answer('resetPassword', () => true),
      confirmEmailChange: answer('confirmEmailChange', () => true),
      cancelEmailChange: answer('cancelEmailChange', () => true),
      undoEmailChange: answer('undoEmailChange', () => true),
      unsubscribe: answer('unsubscribe', () => true),
      deleteUser: answer(
        'deleteUser',
        signedIn(() => true),
      ),
      deleteMyAccount: answer(
        'deleteMyAccount',
        signedIn(({ password }) => {
          if (password !== 'secret') throw new DomainError('WRONG_PASSWORD');
          return true;
        }),
      ),
      changePassword: answer(
        'changePassword',
        signedIn(({ input }) => {
          if ((input as { currentPassword: string }).currentPassword !== 'secret') {
            throw new DomainError('WRONG_PASSWORD');
          }
          return true;
        }),
      ),
      uploadAvatar: answer(
        'uploadAvatar',
        signedIn(({ image }) => ({ imageUrl: image })),
      ),
      updateProfile: answer(
        'updateProfile',
        signedIn(() => ANA),
      ),
    },
    User: { __resolveReference: ({ id }: { id: string }) => (id === ANA.id ? ANA : null) },
  });
  const pages = subgraph('pages', {
    Query: {
      myPages: answer('myPages', signedIn(listOf(PAGE))),
      page: answer('page', signedIn(pageOf)),
      adminPage: answer('adminPage', signedIn(pageOf)),
      publicPage: answer('publicPage', pageOf),
      pages: answer('pages', signedIn(listOf(PAGE))),
      pageHistory: answer(
        'pageHistory',
        signedIn(() => ({ nodes: [], pageInfo: { endCursor: null, hasNextPage: false } })),
      ),
      pageWorkbook: answer(
        'pageWorkbook',
        signedIn(() => WORKBOOK),
      ),
      batches: answer('batches', signedIn(listOf(BATCH))),
      batch: answer(
        'batch',
        signedIn(() => BATCH),
      ),
      webhooks: answer(
        'webhooks',
        signedIn(() => [WEBHOOK]),
      ),
      webhook: answer(
        'webhook',
        signedIn(() => WEBHOOK),
      ),
    },
    Mutation: {
      uploadPageImage: answer(
        'uploadPageImage',
        signedIn(({ image }) => ({ imageUrl: image })),
      ),
      createPage: answer(
        'createPage',
        signedIn(() => PAGE),
      ),
      updatePage: answer(
        'updatePage',
        signedIn((args) => {
          const { expectedVersion } = args;
          if (expectedVersion != null && expectedVersion !== PAGE.version) throw new DomainError('PAGE_CHANGED');
          return pageOf(args);
        }),
      ),
      claimPage: answer('claimPage', signedIn(pageOf)),
      createPageWithId: answer(
        'createPageWithId',
        signedIn(() => PAGE),
      ),
      createPages: answer(
        'createPages',
        signedIn(() => ({ pages: [PAGE], workbookId: 'series-1' })),
      ),
      markCards: answer(
        'markCards',
        signedIn(() => ({ batch: BATCH, unknown: [] })),
      ),
      ...Object.fromEntries(
        ['changeWebhook', 'removeWebhook', 'testWebhook', 'sendWebhookAgain'].map((field) => [
          field,
          answer(
            field,
            signedIn(() => WEBHOOK),
          ),
        ]),
      ),
      ...Object.fromEntries(
        ['addWebhook', 'rotateWebhookSecret'].map((field) => [
          field,
          answer(
            field,
            signedIn(() => WEBHOOK_AND_SECRET),
          ),
        ]),
      ),
      ...Object.fromEntries(
        ['changeBatchNote', 'restoreBatch'].map((field) => [
          field,
          answer(
            field,
            signedIn(() => BATCH),
          ),
        ]),
      ),
      administerPage: answer('administerPage', signedIn(pageOf)),
      changePages: answer(
        'changePages',
        signedIn(() => [{ id: 'page-1', outcome: 'REFUSED', code: 'PAGE_CHANGED', error: 'Changed.' }]),
      ),
      deletePage: answer(
        'deletePage',
        signedIn((args) => ({ id: pageOf(args).id })),
      ),
      restorePage: answer('restorePage', signedIn(pageOf)),
      reportCardLost: answer('reportCardLost', signedIn(pageOf)),
      reportCardFound: answer('reportCardFound', signedIn(pageOf)),
      addCard: answer('addCard', signedIn(pageOf)),
      replaceCard: answer('replaceCard', signedIn(pageOf)),
      releasePage: answer(
        'releasePage',
        signedIn((args) => ({ id: pageOf(args).id })),
      ),
      offerHandover: answer(
        'offerHandover',
        signedIn(() => ({ token: 'berline-demo.secret', expiresAt: '2026-01-10T03:04:05.000Z' })),
      ),
      withdrawHandover: answer('withdrawHandover', signedIn(pageOf)),
      acceptHandover: answer(
        'acceptHandover',
        signedIn(() => PAGE),
      ),
    },
    Page: { __resolveReference: ({ uid }: { uid: string }) => (uid === PAGE.uid ? PAGE : null) },
    User: { pageCount: answer('pageCount', (_, call) => (call.token === TOKEN ? 4 : null)) },
  });
  const support = subgraph('support', {
    Query: {
      mySupportMessages: answer('mySupportMessages', signedIn(listOf(MESSAGE))),
      supportMessages: answer('supportMessages', signedIn(listOf(MESSAGE))),
      supportMessage: answer(
        'supportMessage',
        signedIn(() => THREAD),
      ),
      cannedReplies: answer(
        'cannedReplies',
        signedIn(() => [CANNED_REPLY]),
      ),
      announcements: answer(
        'announcements',
        signedIn(() => [ANNOUNCEMENT]),
      ),
      allAnnouncements: answer(
        'allAnnouncements',
        signedIn(() => [ANNOUNCEMENT]),
      ),
    },
    Mutation: {
      sendSupportMessage: answer('sendSupportMessage', () => MESSAGE),
      reportPage: answer('reportPage', () => MESSAGE),
      changeSupportMessageStatus: answer(
        'changeSupportMessageStatus',
        signedIn(() => MESSAGE),
      ),
      claimSupportMessage: answer(
        'claimSupportMessage',
        signedIn(({ id }) => {
          if (id !== MESSAGE.id) throw new DomainError('MESSAGE_ALREADY_HANDLED');
          return MESSAGE;
        }),
      ),
      assignSupportMessage: answer(
        'assignSupportMessage',
        signedIn(() => MESSAGE),
      ),
      replyToSupportMessage: answer(
        'replyToSupportMessage',
        signedIn(() => THREAD),
      ),
      announceSupportReply: answer(
        'announceSupportReply',
        signedIn(() => THREAD),
      ),
      ...Object.fromEntries(
        ['createAnnouncement', 'changeAnnouncement', 'endAnnouncement'].map((field) => [
          field,
          answer(
            field,
            signedIn(() => ANNOUNCEMENT),
          ),
        ]),
      ),
      createCannedReply: answer(
        'createCannedReply',
        signedIn(() => CANNED_REPLY),
      ),
      changeCannedReply: answer(
        'changeCannedReply',
        signedIn(() => CANNED_REPLY),
      ),
      deleteCannedReply: answer(
        'deleteCannedReply',
        signedIn(({ id }) => ({ id })),
      ),
      noteSupportMessage: answer(
        'noteSupportMessage',
        signedIn(() => THREAD),
      ),
      markSupportMessageRead: answer(
        'markSupportMessageRead',
        signedIn(() => THREAD),
      ),
      blockSupportSender: answer(
        'blockSupportSender',
        signedIn(() => THREAD),
      ),
      receiveSupportLetter: answer('receiveSupportLetter', () => true),
    },
  });
  const types = [
    { type: 'VIEW', count: 7 },
    { type: 'CLICK_CALL', count: 5 },
  ];
  const event = {
    id: 'e1',
    type: 'VIEW',
    country: null,
    createdAt: '2026-02-01T10:00:00.000Z',
    page: { __typename: 'Page', uid: PAGE.uid },
  };
  const analytics = subgraph('analytics', {
    Query: {
      globalAnalytics: answer(
        'globalAnalytics',
        signedIn(() => ({
          totalEvents: 12,
          eventsByType: types,
          days: [{ date: '2026-02-01', count: 12 }],
          topPages: [
            { page: { __typename: 'Page', uid: PAGE.uid }, events: 12 },
            { page: { __typename: 'Page', uid: 'gone' }, events: 3 },
          ],
          recentEvents: [event],
        })),
      ),
    },
    Page: {
      __resolveReference: (reference: object) => reference,
      eventCount: answer('eventCount', () => 12),
      viewCount: answer('viewCount', () => 7),
      adminAnalytics: answer('adminAnalytics', () => ({
        totalEvents: 12,
        eventsByType: types,
        days: [{ date: '2026-02-01', count: 12 }],
        recentEvents: [event],
        topReferrers: [{ referrer: 'a.example', count: 4 }],
        topCountries: [{ country: 'FR', count: 9 }],
      })),
      analytics: answer('analytics', () => ({
        summary: {
          views: 7,
          clicks: 5,
          clickCounts: CLICK_TYPES.map((type) => ({ type, count: CLICKS[type] ?? 0 })),
          customFields: [{ name: '__proto__', count: 2 }],
        },
        days: [{ date: '2026-02-01', views: 7, clicks: 5 }],
        recentEvents: [{ id: 'e1', type: 'VIEW', country: null, createdAt: '2026-02-01T10:00:00.000Z' }],
      })),
    },
  });
  return { subgraphs: [identity, pages, support, analytics], canned };
}
