import { Agent, request } from 'node:http';
import { afterAll, describe, expect, test } from 'vitest';
import { type Answer, type Caller, call, callWithForm, pictureForm, signUp, someAddress } from '../src/api.ts';
import { usePeopledProduct } from '../src/peopled-product.ts';
import { startProduct, temporaryDirectory } from '../src/product.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
/** Forty times the limit; identity's own tests send thousands. */
const GUESSES = 400;

const there = usePeopledProduct({ VOLANT_TRUSTED_PROXIES: '127.0.0.1/32,10.0.0.0/8' });

const post = (path: string, body: unknown, caller: Caller) => call(there().origin, 'POST', path, body, caller);

interface Limited {
  readonly name: string;
  readonly uses: number;
  readonly windowSeconds: number;
  readonly code: string;
  /** Prepares, and returns the request that the limit counts. */
  readonly start: () => Promise<(caller: Caller) => Promise<Answer>>;
  /** The key that the limit counts by: the address or the person. */
  readonly by: 'address' | 'person';
}

const password = 'a long enough password';

const LIMITS: readonly Limited[] = [
  {
    name: 'signing in to one account from one address',
    uses: 5,
    windowSeconds: MINUTE,
    code: 'TOO_MANY_REQUESTS',
    by: 'address',
    start: async () => {
      const { email, password: known } = await there().world.driver();
      return (caller) => post('/api/auth/login', { email, password: known }, caller);
    },
  },
  {
    name: 'signing up from one address',
    uses: 10,
    windowSeconds: HOUR,
    code: 'TOO_MANY_REQUESTS',
    by: 'address',
    start: async () => (caller) => {
      const name = there().world.fresh();
      return post('/api/auth/signup', { email: `${name}@example.com`, username: name, password }, caller);
    },
  },
  {
    name: 'asking for links from one address',
    uses: 10,
    windowSeconds: HOUR,
    code: 'TOO_MANY_REQUESTS',
    by: 'address',
    start: async () => {
      const { email } = await there().world.driver();
      return (caller) => post('/api/auth/forgot-password', { email }, caller);
    },
  },
  {
    name: 'claiming in vain',
    uses: 10,
    windowSeconds: HOUR,
    code: 'TOO_MANY_REQUESTS',
    by: 'person',
    start: async () => (caller) => post(`/api/pages/${there().world.fresh()}/claim`, undefined, caller),
  },
  {
    name: 'the contact form from one address',
    uses: 5,
    windowSeconds: HOUR,
    code: 'TOO_MANY_MESSAGES',
    by: 'address',
    start: async () => (caller) => {
      const email = `${there().world.fresh()}@example.com`;
      return post('/api/support/contact', { name: 'X', email, subject: 'X', message: 'A message to be read.' }, caller);
    },
  },
  {
    name: 'pictures of one person, for pages and for themselves together',
    uses: 30,
    windowSeconds: HOUR,
    code: 'TOO_MANY_REQUESTS',
    by: 'person',
    start: async () => {
      let sent = 0;
      return (caller) => {
        sent += 1;
        const path = sent % 2 === 0 ? '/api/user/upload-avatar' : '/api/pages/upload-image';
        return callWithForm(there().origin, path, pictureForm(), caller);
      };
    },
  },
  {
    name: 'events of one visitor',
    uses: 120,
    windowSeconds: MINUTE,
    code: 'TOO_MANY_REQUESTS',
    by: 'address',
    start: async () => (caller) =>
      post('/api/public/events', { pageId: there().world.pageId, type: 'CLICK_CALL' }, caller),
  },
];

const TEXTS = {
  TOO_MANY_REQUESTS: {
    en: /^Too many attempts\. Try again in \d+ (?:s|min)\.$/,
    fr: /^Trop de tentatives\. Réessayez dans \d+ (?:s|min)\.$/,
  },
  TOO_MANY_MESSAGES: {
    en: /^You have already sent several messages\. Try again in \d+ (?:s|min)\.$/,
    fr: /^Vous avez déjà envoyé plusieurs messages\. Réessayez dans \d+ (?:s|min)\.$/,
  },
} as const;

describe('limits', () => {
  test.each(LIMITS)(
    '$name is limited to $uses in $windowSeconds s',
    async ({ uses, windowSeconds, code, start, by }) => {
      const use = await start();
      const person = await there().world.driver();
      const token = await there().signIn(person);
      const caller = { address: someAddress(), token };
      for (let time = 1; time <= uses; time += 1) {
        const { status, body } = await use(caller);
        expect([time, status, body.code]).not.toEqual([time, 429, body.code]);
      }
      for (const language of ['en', 'fr'] as const) {
        const { status, headers, body } = await use({ ...caller, language });
        expect([status, body.code]).toEqual([429, code]);
        expect(body.error).toMatch(TEXTS[code as keyof typeof TEXTS][language]);
        const wait = Number(headers.get('retry-after'));
        expect(wait).toBeGreaterThan(0);
        expect(wait).toBeLessThanOrEqual(windowSeconds);
      }
      if (by === 'address') expect((await use({ token, address: someAddress() })).status).not.toBe(429);
      if (by === 'person') {
        const other = (await there().world.driver()).token;
        expect((await use({ ...caller, token: other })).status).not.toBe(429);
      }
    },
  );
});

describe("requests of strangers with somebody's e-mail address", () => {
  const strangers = Array.from({ length: 40 }, () => someAddress());

  test('do not keep the person from getting a password link or from writing to support', async () => {
    const { email } = await there().world.driver();
    const message = { name: 'X', email, subject: 'X', message: 'A message to be read.' };
    for (const address of strangers) {
      expect((await post('/api/auth/forgot-password', { email }, { address })).status).toBe(200);
      expect((await post('/api/support/contact', message, { address })).status).toBe(200);
    }
    const address = someAddress();
    const answer = await post('/api/auth/forgot-password', { email }, { address });
    expect([answer.status, answer.body]).toEqual([200, { success: true }]);
    expect((await post('/api/support/contact', message, { address })).status).toBe(200);
  });

  test('do not keep the person from logging in from another address or on their known device', async () => {
    const { email, password: known } = await there().world.driver();
    const home = someAddress();
    const first = await post('/api/auth/login', { email, password: known, device: '' }, { address: home });
    for (const address of strangers) await post('/api/auth/login', { email, password: 'a guess' }, { address });
    expect((await post('/api/auth/login', { email, password: known }, { address: home })).status).toBe(200);
    const { device } = first.body;
    const away = await post('/api/auth/login', { email, password: known, device }, { address: someAddress() });
    expect(away.status).toBe(200);
  });
});

/** Sign-ups are counted in the gateway, events in collect. */
const COUNTED = [
  {
    place: 'sign-ups',
    uses: 10,
    send: (origin: string, forwarded: string) => {
      const name = there().world.fresh();
      const body = { email: `${name}@example.com`, username: name, password };
      return call(origin, 'POST', '/api/auth/signup', body, { address: forwarded });
    },
  },
  {
    place: 'events',
    uses: 3,
    // Forty at a time; events of unknown pages are counted, too.
    send: (origin: string, forwarded: string) => {
      const events = Array.from({ length: 40 }, () => ({ pageId: there().world.pageId, type: 'VIEW' }));
      return call(origin, 'POST', '/api/public/events', { events }, { address: forwarded });
    },
  },
];

describe.each(COUNTED)('the client address that limits $place', ({ uses, send }) => {
  test('is the address before two trusted hops, regardless of the client’s headers', async () => {
    const [mine, theirs] = ['198.51.100.7', '198.51.100.8'].map((address) => address + uses);
    const client = `203.0.113.${uses}`;
    let answers: number[] = [];
    for (let time = 0; time < uses; time += 1) {
      answers.push((await send(there().origin, `192.0.2.${time}, ${mine}, ${client}, 10.1.2.${time}`)).status);
    }
    expect(answers).not.toContain(429);
    answers = [];
    answers.push((await send(there().origin, `192.0.2.99, ${theirs}, ${client}, 10.1.2.99`)).status);
    answers.push((await send(there().origin, client)).status);
    expect(answers).toEqual([429, 429]);
    expect((await send(there().origin, `${client}, 203.0.113.${uses + 100}, 10.1.2.3`)).status).not.toBe(429);
  });
});

test('the client address is the connection’s own if no proxy is trusted', async () => {
  const own = await temporaryDirectory();
  const open = await startProduct(own.path, { VOLANT_TRUSTED_PROXIES: '10.0.0.0/8' });
  try {
    for (const { place, uses, send } of COUNTED) {
      for (let time = 0; time < uses; time += 1) {
        expect((await send(open.origin, `192.0.2.${time}`)).status).not.toBe(429);
      }
      for (const spoofed of ['192.0.2.200', '10.0.0.1, 192.0.2.201', '127.0.0.1', '::1', '10.0.0.1']) {
        expect([place, spoofed, (await send(open.origin, spoofed)).status]).toEqual([place, spoofed, 429]);
      }
    }
  } finally {
    await open.stop();
    await own.remove();
  }
});

describe(`${GUESSES} guesses of one password`, () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 8 });
  afterAll(() => agent.destroy());

  /** With node:http, which costs less than fetch. */
  function send(path: string, body: unknown): Promise<{ readonly status: number; readonly text: string }> {
    const { hostname, port } = new URL(there().origin);
    const headers = { 'content-type': 'application/json', 'x-forwarded-for': someAddress(), 'accept-language': 'en' };
    return new Promise((resolve, reject) => {
      const sent = request({ agent, hostname, port, path, method: 'POST', headers }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () => resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString() }));
        response.on('error', reject);
      });
      sent.on('error', reject);
      sent.end(JSON.stringify(body));
    });
  }

  const GUESS = 'logIn(input: { email: "EMAIL", password: "guess NUMBER" }) { token }';
  const guess = (email: string, number: number) => GUESS.replace('EMAIL', email).replace('NUMBER', String(number));

  test('by REST, GraphQL, aliases and batches, each from a new address: only ten are checked', async () => {
    const { email, password: right } = await signUp(there().origin);
    const codes = new Map<string, number>();
    let guessed = 0;
    const ways = [
      async () => {
        guessed += 1;
        return (await send('/api/auth/login', { email, password: `guess ${guessed}` })).text;
      },
      async () => {
        guessed += 1;
        return (await send('/graphql', { query: `mutation { ${guess(email, guessed)} }` })).text;
      },
      async () => {
        const aliases = Array.from({ length: 5 }, (_, index) => `a${index}: ${guess(email, guessed + index)}`);
        guessed += aliases.length;
        return (await send('/graphql', { query: `mutation { ${aliases.join(' ')} }` })).text;
      },
      async () => {
        const batch = Array.from({ length: 5 }, (_, index) => ({
          query: `mutation { ${guess(email, guessed + index)} }`,
        }));
        guessed += batch.length;
        return (await send('/graphql', batch)).text;
      },
    ];
    async function worker(): Promise<void> {
      for (let turn = 0; guessed < GUESSES; turn += 1) {
        const text = (await ways[turn % ways.length]?.()) ?? '';
        for (const [, code = ''] of text.matchAll(/"code":"(\w+)"/g)) codes.set(code, (codes.get(code) ?? 0) + 1);
      }
    }
    await Promise.all(Array.from({ length: 8 }, worker));
    process.stdout.write(`${guessed} guesses: ${JSON.stringify(Object.fromEntries(codes))}\n`);
    expect(codes.get('INVALID_CREDENTIALS')).toBeLessThanOrEqual(10);
    expect([...codes.keys()].sort()).toEqual(['INVALID_CREDENTIALS', 'MALFORMED_BODY', 'TOO_MANY_REQUESTS']);
    // The account is locked even for the right password, except where the person has logged in before.
    expect((await post('/api/auth/login', { email, password: right }, {})).status).toBe(429);
  });
});
