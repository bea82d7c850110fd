import { randomBytes, randomInt } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Answer,
  call,
  callWithForm,
  createPage,
  eventually,
  logIn,
  type Person,
  pictureForm,
  readReport,
  SUPERADMIN,
  SUPERADMIN_SETTINGS,
  signUp,
} from '../src/api.ts';
import { replyAddresses, sendCorpus } from '../src/mails.ts';
import { ON_SERVERS, type OpenedProduct, openProduct } from '../src/open-product.ts';
import { noise } from '../src/png.ts';
import { bytesTrace, findTraces, type Trace, textTrace } from '../src/traces.ts';

/** A driver with every kind of data, each value unique, so that it can be found in any store. */
interface Driver extends Person {
  /** Id of a card they claimed. */
  readonly card: string;
  /** Id of a page they created. */
  readonly own: string;
  /** Address that their message was sent from, and what answers to it come from. */
  readonly writes: { readonly email: string; readonly answersFrom: string };
  readonly ofAccount: readonly Trace[];
  readonly ofCard: readonly Trace[];
  readonly ofOwn: readonly Trace[];
}

const NAMES = ['leaves', 'removed', 'blocked', 'stays'] as const;
type Name = (typeof NAMES)[number];

let product: OpenedProduct;
let admin: string;
let drivers: Record<Name, Driver>;
/** Texts of canned replies: one that was deleted, and one whose author was. */
let canned: Record<'deleted' | 'remaining', Trace>;
/** Reply addresses by sender; the mails of servers are not read. */
let replyTo: ReadonlyMap<string, string> = new Map();

/** Twelve random letters. */
function randomWord(): string {
  return Array.from(randomBytes(12), (byte) => String.fromCharCode(97 + (byte % 26))).join('');
}

/** Counts on, so that no two people have the same number. */
let lastDigits = randomInt(1_000, 9_000);

/** As typed, and as stored. */
function phone(): { readonly typed: string; readonly needles: readonly string[] } {
  lastDigits += 1;
  const [one, two] = [Math.floor(lastDigits / 100), String(lastDigits % 100).padStart(2, '0')];
  return { typed: `+33 6 39 98 ${one} ${two}`, needles: [`6 39 98 ${one} ${two}`, `63998${one}${two}`] };
}

async function api(method: string, path: string, body?: unknown, token?: string): Promise<Answer['body']> {
  const answer = await call(product.origin, method, path, body, token === undefined ? {} : { token });
  if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body;
}

async function graphql(query: string, variables: object, token: string): Promise<Answer['body']> {
  const { data, errors } = await api('POST', '/graphql', { query, variables }, token);
  if (errors !== undefined || data === null) throw new Error(JSON.stringify(errors));
  return data;
}

async function picture(path: string, token: string): Promise<{ readonly url: string; readonly bytes: Buffer }> {
  const { status, body } = await callWithForm(product.origin, path, pictureForm(noise(96)), { token });
  if (status !== 200) throw new Error(JSON.stringify(body));
  const url: string = body.imageUrl;
  return { url, bytes: Buffer.from(await (await fetch(product.origin + url)).arrayBuffer()) };
}

/** Fills a page twice, so that it has an earlier version. */
async function fill(name: string, page: string, token: string): Promise<readonly Trace[]> {
  const traces: Trace[] = [];
  for (const time of ['first', 'later']) {
    const text = (what: string) => {
      const word = randomWord();
      traces.push(textTrace(`${name}: ${what}, ${time}`, word));
      return word;
    };
    const number = phone();
    traces.push(textTrace(`${name}: phone, ${time}`, ...number.needles));
    const shown = await picture('/api/pages/upload-image', token);
    traces.push(bytesTrace(`${name}: picture, ${time}`, shown.bytes));
    const blocksJson = {
      name: `É${text('name')}`,
      phone: number.typed,
      whatsapp: number.typed,
      email: `${text('mail')}@example.com`,
      website: `https://${text('site')}.example.com/`,
      instagram: text('instagram'),
      bio: `Née à "Paris" \\ ${text('bio')}`,
      company: text('company'),
      customFields: [{ name: text('item'), value: text('value'), icon: 'money.svg', color: '#22C55E' }],
    };
    const change = { displayName: `Ç ${text('title')}`, avatar: shown.url, blocksJson };
    await api('PATCH', `/api/pages/${page}`, change, token);
    await visit(page, blocksJson.customFields[0]?.name ?? '');
  }
  return traces;
}

async function visit(pageId: string, customData: string): Promise<void> {
  for (const type of ['VIEW', 'VIEW', 'CLICK_CALL', 'CLICK_VCARD']) {
    await eventuallySent({ pageId, type });
  }
  await eventuallySent({ pageId, type: 'CLICK_CUSTOM_FIELD', customData });
}

/** Retries, because collect may not know a new page yet. */
async function eventuallySent(event: object): Promise<void> {
  const send = () => call(product.origin, 'POST', '/api/public/events', event);
  await eventually(send, ({ status }) => status === 202);
}

async function driver(name: Name): Promise<Driver> {
  const words = {
    ...{ username: randomWord(), former: randomWord(), email: randomWord() },
    ...{ subject: randomWord(), message: randomWord(), report: randomWord(), reply: randomWord(), note: randomWord() },
  };
  const number = phone();
  const person = { ...(await signUp(product.origin, words.former)), username: words.username };
  const { token, email: former } = person;
  const avatar = await picture('/api/user/upload-avatar', token);
  // Leave the change pending, so that both addresses have to be erased.
  const email = `${words.email}@example.com`;
  await api(
    'PATCH',
    '/api/user/profile',
    { email, username: words.username, phone: number.typed, avatar: avatar.url },
    token,
  );
  const second = await logIn(product.origin, { email: former, password: person.password });
  await api('POST', '/api/auth/logout', {}, second);
  await api('POST', '/api/auth/forgot-password', { email: former });
  const input = { name: words.username, email, subject: words.subject, message: `Bonjour,\n${words.message}` };
  const { message } = await api('POST', '/api/support/contact', input, token);
  const reply =
    'mutation($id: ID!, $input: SupportReplyInput!) { replyToSupportMessage(id: $id, input: $input) { id } }';
  await graphql(reply, { id: message.id, input: { message: words.reply } }, admin);
  const note = 'mutation($id: ID!, $text: String!) { noteSupportMessage(id: $id, text: $text) { id } }';
  await graphql(note, { id: message.id, text: words.note }, admin);
  const answers = randomWord();
  const report = { pageId: 'some-page', reason: 'OTHER', message: words.report, email };
  await api('POST', '/api/support/report', report, token);

  const card = `card-${randomBytes(6).toString('hex')}`;
  await api('POST', '/api/admin/pages/create', { pageId: card, state: 'UNCLAIMED' }, admin);
  await api('POST', `/api/pages/${card}/claim`, {}, token);
  const own = await createPage(product.origin, token);
  const written = ON_SERVERS ? words : { ...words, answers };
  const texts = Object.entries(written).map(([what, word]) => textTrace(`${name}: ${what}`, word));
  return {
    ...person,
    email,
    card,
    own,
    writes: { email, answersFrom: `${answers}@example.org` },
    ofAccount: [...texts, textTrace(`${name}: phone`, ...number.needles), bytesTrace(`${name}: avatar`, avatar.bytes)],
    ofCard: await fill(`${name}, card`, card, token),
    ofOwn: await fill(`${name}, own page`, own, token),
  };
}

/**
 * Names of tapped items remain in the activity log for its seven days, and in parts of ClickHouse that it has rewritten
 * and deletes within minutes. On servers, the tables are queried instead of the files.
 */
function goesLater(name: string, place: string): boolean {
  return name.includes(': item,') && /^(log\/|clickhouse\/|Kafka pages\.activity\.v1 )/.test(place);
}

/** Stores that contain the data of the remaining people. Redis only holds ids. */
const STORES = ON_SERVERS
  ? [
      ...['identity', 'pages', 'support'].map((name) => new RegExp(`^MongoDB \\w+_${name}\\.commits `)),
      /^Kafka pages\.pages\.v1 /,
      /^ClickHouse activities_by_day$/,
      /^S3 uploads\//,
    ]
  : [/^volant\.db/, /^clickhouse\/.*decompressed/, /^objects\//, /^mail\//];

const EVENTS_OF_A_PAGE = 10;
const tracesOf = ({ ofAccount, ofCard, ofOwn }: Driver) => [...ofAccount, ...ofCard, ...ofOwn];

/** A driver's data as seen by a driver and by an administrator. */
async function seenOf({ id, token, card, own, username }: Driver) {
  const pages = await Promise.all(
    [card, own].map(async (page) => ({
      page: await api('GET', `/api/pages/${page}`, undefined, token),
      shown: await api('GET', `/api/public/pages/${page}`),
      report: await readReport(product.origin, token, page),
      figures: await api('GET', `/api/admin/pages/${page}/analytics`, undefined, admin),
    })),
  );
  const inbox = await api('GET', '/api/support/inbox?limit=100', undefined, admin);
  const messages = inbox.messages.filter((message: { name: string }) => message.name === username);
  return { id, pages, messages, me: await api('GET', '/api/auth/me', undefined, token) };
}

/** Without the page itself, which has changed. */
const figuresOf = async (id: string) => {
  const { page: _, ...figures } = await api('GET', `/api/admin/pages/${id}/analytics`, undefined, admin);
  return figures;
};
const totalEvents = async (): Promise<number> =>
  (await api('GET', '/api/admin/analytics', undefined, admin)).totalEvents;
const publicState = async (page: string): Promise<string | number> => {
  const { status, body } = await call(product.origin, 'GET', `/api/public/pages/${page}`);
  return status === 200 ? body.state : status;
};

/** Canned replies of a person of the support. */
async function cannedReplies({ id, token }: Driver): Promise<typeof canned> {
  await api('PATCH', `/api/admin/users/${id}/role`, { role: 'SUPPORT' }, admin);
  const words = { deleted: randomWord(), remaining: randomWord() };
  for (const [name, word] of Object.entries(words)) {
    const input = { name, texts: [{ language: 'fr', text: `Bonjour {name}, ${word}` }] };
    const create = 'mutation($input: CannedReplyInput!) { createCannedReply(input: $input) { id } }';
    const { id: reply } = (await graphql(create, { input }, token)).createCannedReply;
    const remove = 'mutation($id: ID!) { deleteCannedReply(id: $id) { id } }';
    if (name === 'deleted') await graphql(remove, { id: reply }, token);
  }
  return {
    deleted: textTrace('a deleted canned reply', words.deleted),
    remaining: textTrace('a canned reply of an erased author', words.remaining),
  };
}

/** Everybody answers the reply they got, with every mail of the corpus. */
async function answer(): Promise<void> {
  if (ON_SERVERS) return;
  const senders = Object.values(drivers).map(({ writes }) => writes);
  replyTo = await replyAddresses(
    product,
    senders.map(({ email }) => email),
  );
  for (const { email, answersFrom } of senders) {
    const accepted = await sendCorpus(product.origin, replyTo.get(email) ?? '', answersFrom);
    expect(Object.values(accepted)).not.toContain(false);
  }
}

beforeAll(async () => {
  product = await openProduct({ ...SUPERADMIN_SETTINGS, VOLANT_GRAPHQL: 'open' });
  admin = await logIn(product.origin, SUPERADMIN);
  const made: Partial<Record<Name, Driver>> = {};
  for (const name of NAMES) made[name] = await driver(name);
  drivers = made as Record<Name, Driver>;
  canned = await cannedReplies(drivers.removed);
  await answer();
  await eventually(totalEvents, (total) => total === NAMES.length * 2 * EVENTS_OF_A_PAGE);
});

afterAll(() => product?.close());

describe('the deletion of an account by its person, of one by an administrator, and of a page', () => {
  it('keeps all figures except those of the page', async () => {
    const { leaves, removed, blocked, stays } = drivers;
    const before = await seenOf(stays);
    const figures = await Promise.all([leaves.card, removed.own].map(figuresOf));

    await graphql('mutation($p: String!) { deleteMyAccount(password: $p) }', { p: leaves.password }, leaves.token);
    await graphql('mutation($id: ID!) { deleteUser(id: $id) }', { id: removed.id }, admin);
    await api('DELETE', `/api/admin/pages/${blocked.card}`, undefined, admin);

    for (const { token, email, password, card, own } of [leaves, removed]) {
      expect((await call(product.origin, 'GET', '/api/auth/me', undefined, { token })).status).toBe(401);
      expect((await call(product.origin, 'POST', '/api/auth/login', { email, password })).status).toBe(401);
      for (const page of [card, own])
        await eventually(
          () => publicState(page),
          (state) => state === 'UNCLAIMED',
        );
    }
    await eventually(
      () => publicState(blocked.card),
      (state) => state === 404,
    );
    const left = NAMES.length * 2 * EVENTS_OF_A_PAGE - EVENTS_OF_A_PAGE;
    await eventually(totalEvents, (total) => total === left);

    expect(await seenOf(stays)).toEqual(before);
    expect(await Promise.all([leaves.card, removed.own].map(figuresOf))).toEqual(figures);
    expect(await publicState(blocked.own)).toBe('ACTIVE');
  });

  it('erases all their data in every store, and keeps the data of others', async () => {
    const { leaves, removed, blocked, stays } = drivers;
    const gone = [...tracesOf(leaves), ...tracesOf(removed), ...blocked.ofCard, canned.deleted];
    const remaining = [...tracesOf(stays), ...blocked.ofAccount, ...blocked.ofOwn, canned.remaining];
    await product.forgetErased();

    const look = async () => {
      // Kafka forgets compacted records only after further changes.
      if (ON_SERVERS) {
        const passer = await signUp(product.origin);
        for (let page = 0; page < 12; page += 1) await createPage(product.origin, passer.token);
      }
      const found = await findTraces(product.stored(), [...gone, ...remaining]);
      const left = gone.map(({ name }) => [name, (found.get(name) ?? []).filter((place) => !goesLater(name, place))]);
      return Object.fromEntries(left.filter(([, places]) => places?.length !== 0));
    };
    await eventually(look, (left) => Object.keys(left).length === 0);

    // The same search finds other people's data, so it would have found these.
    const found = await findTraces(product.stored(), remaining);
    const current = remaining.filter(({ name }) => !name.endsWith('first'));
    expect(current.filter(({ name }) => !found.has(name)).map(({ name }) => name)).toEqual([]);
    const places = [...found.values()].flat();
    expect(STORES.filter((store) => !places.some((place) => store.test(place)))).toEqual([]);
  });

  it('takes no mail to the reply addresses of their messages any more', async () => {
    const { leaves, removed } = drivers;
    for (const { writes } of ON_SERVERS ? [] : [leaves, removed]) {
      const accepted = await sendCorpus(product.origin, replyTo.get(writes.email) ?? '', writes.answersFrom);
      expect(Object.values(accepted)).not.toContain(true);
    }
    const answers = [...leaves.ofAccount, ...removed.ofAccount].filter(({ name }) => name.endsWith(': answers'));
    expect(await findTraces(product.stored(), answers)).toEqual(new Map());
  });

  it('makes the cards claimable again without old data', async () => {
    const { leaves } = drivers;
    const next = await signUp(product.origin);
    await api('POST', `/api/pages/${leaves.card}/claim`, {}, next.token);
    const { page } = await api('GET', `/api/pages/${leaves.card}`, undefined, next.token);
    expect(page).toMatchObject({ id: leaves.card, state: 'ACTIVE', displayName: '' });
    await eventuallySent({ pageId: leaves.card, type: 'VIEW' });
    const report = await eventually(
      () => readReport(product.origin, next.token, leaves.card),
      ({ summary }) => summary?.views === 1,
    );
    expect(report.summary.clicks).toBe(0);
    expect((await figuresOf(leaves.card)).totalEvents).toBe(EVENTS_OF_A_PAGE + 1);
  });
});
