import { readFileSync } from 'node:fs';
import { PAGE_ERRORS } from '@volant/infra/errors/common-errors';
import { DomainError } from '@volant/infra/errors/domain-error';
import type { ErrorCatalogue } from '@volant/infra/errors/error-catalogue';
import { createSubgraph, type Resolvers } from '@volant/infra/graphql/subgraph';
import type { Subgraph, SubgraphCall } from '@volant/infra/graphql/subgraph-call';
import type { Logger } from '@volant/infra/process/observability/log';
import { CLICK_TYPES, type ClickType } from '@volant/proto/activity/click-types';
import { EMPTY_PROFILE } from '@volant/proto/profile/profile';
import { type DefinitionNode, Kind, parse, type TypeNode } from 'graphql';

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

/** Of the page, as its fields and as one value. */
const PROFILE = { ...EMPTY_PROFILE, name: 'Ana Démo' };

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
  profile: PROFILE,
  profileJson: PROFILE,
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
const CLICKS: Readonly<Partial<Record<ClickType, number>>> = {
  CLICK_WHATSAPP: 1,
  CLICK_CALL: 1,
  CLICK_EMAIL: 1,
  CLICK_CUSTOM_FIELD: 2,
};

type Args = Record<string, unknown>;
type Answer = (args: Args, call: SubgraphCall) => unknown;
type Types = ReadonlyMap<string, DefinitionNode>;

const signedIn =
  (value: Answer): Answer =>
  (args, call) => {
    if (call.token !== TOKEN) throw new DomainError('UNAUTHENTICATED');
    return value(args, call);
  };
const pageOf = ({ id }: Args) => {
  if (id !== undefined && id !== PAGE.id) throw new DomainError('PAGE_NOT_FOUND');
  return PAGE;
};
const listOf =
  (node: Answer): Answer =>
  (args, call) => ({
    nodes: [node({}, call)],
    totalCount: 2,
    pageInfo: { endCursor: `${String(args.first)}|${String(args.after)}`, hasNextPage: args.first === 1 },
    tallies: [],
  });

/** Answers for signed-in callers by type, where a test or another service reads their values. */
const BY_TYPE: Readonly<Record<string, Answer>> = {
  Boolean: () => true,
  User: () => ANA,
  UploadedImage: ({ image }) => ({ imageUrl: image }),
  Page: pageOf,
  DeletedPage: pageOf,
  ReleasedPage: pageOf,
  PageWorkbook: () => WORKBOOK,
  PageSeries: () => ({ pages: [PAGE], workbookId: 'series-1' }),
  SupportMessage: () => THREAD,
  SentSupportMessage: () => MESSAGE,
};

/** The answer of a root field: that of its type above, or else one that its type allows. */
function answerOf(type: TypeNode, types: Types): Answer {
  if (type.kind === Kind.NON_NULL_TYPE) return answerOf(type.type, types);
  if (type.kind === Kind.LIST_TYPE) {
    const one = answerOf(type.type, types);
    return (args, call) => [one(args, call)];
  }
  const name = type.name.value;
  const one = BY_TYPE[name.replace(/Connection$/, '')];
  if (one === undefined) return signedIn((args) => allowedBy(type, types, args));
  return signedIn(name.endsWith('Connection') ? listOf(one) : one);
}

/** Any value that a type allows: the smallest, and objects with the ids of the call. */
function allowedBy(type: TypeNode, types: Types, args: Args): unknown {
  if (type.kind === Kind.NON_NULL_TYPE) return allowedBy(type.type, types, args);
  if (type.kind === Kind.LIST_TYPE) return [];
  const name = type.name.value;
  if (name in BY_TYPE) return BY_TYPE[name]?.({}, { token: TOKEN } as SubgraphCall);
  const definition = types.get(name);
  if (definition?.kind === Kind.ENUM_TYPE_DEFINITION) return definition.values?.[0]?.name.value;
  if (definition?.kind !== Kind.OBJECT_TYPE_DEFINITION) return SCALARS[name] ?? name;
  const fields = (definition.fields ?? []).map(({ name: { value: field }, type: of }) => {
    return [field, args[field] ?? (of.kind === Kind.NON_NULL_TYPE ? allowedBy(of, types, {}) : null)];
  });
  return Object.fromEntries(fields);
}

const SCALARS: Readonly<Record<string, unknown>> = { Int: 0, DateTime: '2026-01-02T03:04:05.000Z', Date: '2026-01-02' };

/** The services with their real schemas and canned answers. */
export function createCannedSubgraphs(log: Logger): { subgraphs: Subgraph[]; canned: Canned } {
  const canned: Canned = { calls: [], instead: new Map() };

  const answer = (field: string, value: Answer) => (_: unknown, args: Args, call: SubgraphCall) => {
    canned.calls.push({ field, args, call });
    const instead = canned.instead.get(field);
    return instead === undefined ? value(args, call) : instead();
  };

  /** @param own answers of root fields that are not those of their types */
  function subgraph(name: string, own: Readonly<Record<string, Answer>>, resolvers: Resolvers<SubgraphCall> = {}) {
    const typeDefs = readFileSync(new URL(`../../../services/${name}/schema.graphql`, import.meta.url), 'utf8');
    const { definitions } = parse(typeDefs);
    const types: Types = new Map(
      definitions.flatMap((type) => ('name' in type && type.name ? [[type.name.value, type]] : [])),
    );
    const roots = definitions.flatMap((type) => {
      if (type.kind !== Kind.OBJECT_TYPE_DEFINITION || !['Query', 'Mutation'].includes(type.name.value)) return [];
      const fields = (type.fields ?? []).map(({ name: { value: field }, type: shape }) => {
        return [field, answer(field, own[field] ?? answerOf(shape, types))];
      });
      return [[type.name.value, Object.fromEntries(fields)]];
    });
    return createSubgraph<SubgraphCall>({
      ...{ name, typeDefs, resolvers: { ...Object.fromEntries(roots), ...resolvers }, catalogue: CATALOGUE, log },
      createContext: (call) => call,
    });
  }

  const yes = () => true;
  const signIn = () => ({ token: TOKEN, user: ANA });
  const identity = subgraph(
    'identity',
    {
      logIn({ input }) {
        if ((input as { password: string }).password !== 'secret') throw new DomainError('INVALID_CREDENTIALS');
        return signIn();
      },
      ...{ answerSecondFactor: signIn, signUp: signIn, logOut: yes, unsubscribe: yes, resetPassword: yes },
      ...{ confirmEmailChange: yes, cancelEmailChange: yes, undoEmailChange: yes },
      requestPasswordReset: () => ({ accepted: true, resetToken: null }),
      addPasskey: signedIn(() => ({ codes: [] })),
      deleteMyAccount: signedIn(({ password }) => {
        if (password !== 'secret') throw new DomainError('WRONG_PASSWORD');
        return true;
      }),
      changePassword: signedIn(({ input }) => {
        if ((input as { currentPassword: string }).currentPassword !== 'secret')
          throw new DomainError('WRONG_PASSWORD');
        return true;
      }),
    },
    { User: { __resolveReference: ({ id }: { id: string }) => (id === ANA.id ? ANA : null) } },
  );
  const pages = subgraph(
    'pages',
    {
      publicPage: pageOf,
      createPageWithId: signedIn(() => PAGE),
      updatePage: signedIn((args) => {
        const { expectedVersion } = args;
        if (expectedVersion != null && expectedVersion !== PAGE.version) throw new DomainError('PAGE_CHANGED');
        return pageOf(args);
      }),
    },
    {
      Page: { __resolveReference: ({ uid }: { uid: string }) => (uid === PAGE.uid ? PAGE : null) },
      User: { pageCount: answer('pageCount', (_, call) => (call.token === TOKEN ? 4 : null)) },
    },
  );
  const support = subgraph('support', {
    sendSupportMessage: () => MESSAGE,
    reportPage: () => MESSAGE,
    claimSupportMessage: signedIn(({ id }) => {
      if (id !== MESSAGE.id) throw new DomainError('MESSAGE_ALREADY_HANDLED');
      return MESSAGE;
    }),
    receiveSupportLetter: yes,
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
  const globalAnalytics = signedIn(() => ({
    totalEvents: 12,
    eventsByType: types,
    days: [{ date: '2026-02-01', count: 12 }],
    topPages: [
      { page: { __typename: 'Page', uid: PAGE.uid }, events: 12 },
      { page: { __typename: 'Page', uid: 'gone' }, events: 3 },
    ],
    recentEvents: [event],
  }));
  const analytics = subgraph(
    'analytics',
    { globalAnalytics },
    {
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
    },
  );
  return { subgraphs: [identity, pages, support, analytics], canned };
}
