import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { sharp } from '@volant/infra/images/limited-sharp';
import { EMPTY_PROFILE } from '@volant/proto/profile/profile';
import { DisplayStyle, PageState } from '@volant/proto/volant/pages/v1/page_pb';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type GatewayUnderTest, type PageFixture, startGateway } from '../testing/gateway-under-test.ts';
import { pagesRendered } from '../testing/web-root.ts';
import { attachment } from './contact-file.ts';

const SHOWN: PageFixture = {
  pageUid: 'uid-1',
  publicId: 'Berline-Demo',
  previousIds: ['Old-Id'],
  state: PageState.ACTIVE,
  ownerId: 'u1',
  tenure: 1,
  displayName: 'Berline Démo',
  profile: {
    name: 'Ana Démo',
    phone: '+33600000000',
    displayStyle: DisplayStyle.BUTTONS,
    customFields: [{ id: 'c1', name: 'Tarifs', value: '30 €', icon: 'money.svg', color: '' }],
  },
  avatar: '/uploads/a.jpg',
  version: 3n,
};
const UNCLAIMED: PageFixture = {
  pageUid: 'uid-2',
  publicId: 'free',
  state: PageState.UNCLAIMED,
  displayName: 'Carte',
  version: 1n,
};
const INACTIVE: PageFixture = {
  pageUid: 'uid-3',
  publicId: 'asleep',
  state: PageState.DEACTIVATED,
  ownerId: 'u1',
  displayName: 'Van',
  version: 2n,
};

const UNNAMED: PageFixture = { ...SHOWN, pageUid: 'uid-4', publicId: 'unnamed', previousIds: [], displayName: ' ' };

let gateway: GatewayUnderTest;
beforeAll(async () => {
  gateway = await startGateway({
    pages: [SHOWN, UNCLAIMED, INACTIVE, { ...UNNAMED, profile: { phone: '+33600000000' } }],
    origin: 'https://volant.example',
  });
});
afterAll(() => gateway.close());

interface Answer {
  readonly status: number | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** Like fetch, but does not follow redirects or decode the body. */
function ask(
  path: string,
  headers: Record<string, string> = {},
  method = 'GET',
  origin = gateway.origin,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const options = { method, headers: { host: 'volant.example', ...headers } };
    const request = httpRequest(origin + path, options, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        resolve({ status: response.statusCode, headers: response.headers, body: Buffer.concat(chunks) }),
      );
    });
    request.on('error', reject).end();
  });
}

const json = (answer: Answer): unknown => JSON.parse(String(answer.body));

describe('GET /api/public/pages/:id', () => {
  const PROFILE = {
    claimed: true,
    state: 'ACTIVE',
    inactive: false,
    displayName: 'Berline Démo',
    blocks: {
      ...EMPTY_PROFILE,
      name: 'Ana Démo',
      phone: '+33600000000',
      displayStyle: 'buttons',
      customFields: [{ id: 'c1', name: 'Tarifs', value: '30 €', icon: 'money.svg', color: '' }],
    },
    avatar: '/uploads/a.jpg',
  };

  it.each(['Berline-Demo', 'BERLINE-DEMO', 'berline-demo.HTML', 'old-id', 'Berline-Demo'])('finds %s', async (id) => {
    const answer = await ask(`/api/public/pages/${id}`);
    expect([answer.status, json(answer)]).toEqual([200, PROFILE]);
    expect(answer.headers['cache-control']).toBe('no-cache');
  });

  it('shows of other pages only the fields that their notice needs', async () => {
    expect(json(await ask('/api/public/pages/free'))).toEqual({
      claimed: false,
      state: 'UNCLAIMED',
      inactive: false,
      displayName: 'Carte',
    });
    expect(json(await ask('/api/public/pages/asleep'))).toEqual({
      claimed: true,
      state: 'DEACTIVATED',
      inactive: true,
      displayName: 'Van',
    });
  });

  it('returns the fields of a page without a name, too', async () => {
    expect(json(await ask('/api/public/pages/unnamed'))).toMatchObject({
      claimed: true,
      state: 'ACTIVE',
      inactive: false,
      blocks: { name: '', phone: '+33600000000' },
      avatar: '/uploads/a.jpg',
    });
  });

  it('ignores the token', async () => {
    expect((await ask('/api/public/pages/free', { authorization: 'Bearer broken' })).status).toBe(200);
  });

  it('answers an unknown id in the requested language', async () => {
    const answer = await ask('/api/public/pages/none', { 'accept-language': 'en' });
    expect([answer.status, json(answer)]).toEqual([
      404,
      { success: false, error: 'Page not found', code: 'PAGE_NOT_FOUND' },
    ]);
  });
});

describe('GET /d/:id', () => {
  it('answers the finished page in French', async () => {
    const answer = await ask('/d/berline-demo');
    expect(answer.status).toBe(200);
    expect(answer.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-cache',
      'content-security-policy': "default-src 'none'; style-src 'sha256-test'",
      'x-robots-tag': 'noindex',
      'x-content-type-options': 'nosniff',
      'content-language': 'fr',
    });
    const html = String(answer.body);
    expect(html).toContain('<html lang="fr">');
    expect(html).toContain('<link rel="canonical" href="https://volant.example/d/Berline-Demo">');
    expect(html).toContain('"name":"Ana Démo"');
  });

  it('answers it in English if the address requests it', async () => {
    for (let time = 1; time <= 2; time += 1) {
      const answer = await ask('/d/Berline-Demo.html?lang=en', { 'accept-language': 'fr' });
      expect(String(answer.body)).toContain('<html lang="en">');
      expect(answer.headers['content-language']).toBe('en');
    }
    expect(String((await ask('/d/Berline-Demo', { 'accept-language': 'en' })).body)).toContain('<html lang="fr">');
  });

  it('compresses it in the smallest encoding that the browser accepts', async () => {
    const plain = await ask('/d/berline-demo');
    const gzip = await ask('/d/berline-demo', { 'accept-encoding': 'gzip, deflate' });
    expect(gzip.headers['content-encoding']).toBe('gzip');
    expect(gunzipSync(gzip.body)).toEqual(plain.body);
    const br = await ask('/d/berline-demo', { 'accept-encoding': 'gzip, deflate, br, zstd' });
    expect(br.headers['content-encoding']).toBe('br');
    expect(brotliDecompressSync(br.body)).toEqual(plain.body);
    expect(plain.headers.vary).toContain('Accept-Encoding');
  });

  it('answers 304 if the client already has it', async () => {
    const { headers } = await ask('/d/berline-demo');
    const etag = headers.etag ?? '';
    for (const known of [etag, etag.replace('W/', ''), `"other", ${etag}`, '*']) {
      const answer = await ask('/d/berline-demo', { 'if-none-match': known });
      expect([known, answer.status, answer.body.length]).toEqual([known, 304, 0]);
    }
    expect((await ask('/d/berline-demo', { 'if-none-match': '"other"' })).status).toBe(200);
  });

  it('answers HEAD with only the headers, and counts no visit', async () => {
    gateway.canned.calls.length = 0;
    const answer = await ask('/d/berline-demo', {}, 'HEAD');
    expect([answer.status, answer.body.length]).toEqual([200, 0]);
    expect(Number(answer.headers['content-length'])).toBe((await ask('/d/berline-demo')).body.length);
    expect(gateway.canned.calls).toEqual([]);
  });

  it('redirects a former id to the present one, with the whole query', async () => {
    const answer = await ask('/d/OLD-ID.html?s=qr&lang=en');
    expect([answer.status, answer.headers.location]).toEqual([302, '/d/Berline-Demo?s=qr&lang=en']);
    expect(answer.headers['x-content-type-options']).toBe('nosniff');
  });

  it.each([
    ['free', 200],
    ['asleep', 200],
    ['unnamed', 200],
    ['none', 404],
    ['..%2f..%2fetc', 404],
    ['x'.repeat(300), 404],
  ])('leaves %s to the client, with %i and out of search engines', async (id, status) => {
    const answer = await ask(`/d/${id}`);
    expect([answer.status, answer.headers['x-robots-tag']]).toEqual([status, 'noindex']);
    expect(String(answer.body)).toContain('<div id="root">');
  });
});

describe('an address that was copied with extra characters', () => {
  const ID = 'Berline-Demo';
  const PLAIN = `/d/${ID}`;

  it.each([
    `${PLAIN}/`,
    `${PLAIN}/more`,
    `${PLAIN}/qr.svg)`,
    `${PLAIN}&e=1`,
    `${PLAIN})`,
    `${PLAIN}.`,
    `${PLAIN},`,
    `${PLAIN}*`,
    `${PLAIN}"`,
    `${PLAIN}.html)`,
    `${PLAIN}.html.html`,
    `${PLAIN}%20`,
    `${PLAIN}%22`,
    `${PLAIN}%0D%0A`,
    `${PLAIN}%00`,
    `${PLAIN}%2Fqr.svg`,
    `${PLAIN}%E2%80%8B`,
    `${PLAIN}%C2%BB`,
    `${PLAIN}%E2%80%A6`,
    `${PLAIN}%`,
    `${PLAIN}%ff`,
    `${PLAIN}%E2%80`,
    `${PLAIN}${')'.repeat(3000)}`,
    `/D/${ID}`,
    `/D/${ID}.html`,
    `//d/${ID}`,
    `/d//${ID}`,
    `/d/%20${ID}`,
    `/d/%42erline-Demo)`,
  ])('%s redirects to the plain one', async (address) => {
    for (const method of ['GET', 'HEAD']) {
      const answer = await ask(`${address}?s=nfc&lang=en`, {}, method);
      expect([answer.status, answer.headers.location]).toEqual([302, `${PLAIN}?s=nfc&lang=en`]);
      expect(answer.headers).toMatchObject({ 'cache-control': 'no-cache', 'x-content-type-options': 'nosniff' });
    }
  });

  it.each([PLAIN, `${PLAIN}.html`, `${PLAIN}.HTML`, '/d/%42erline-Demo', `${PLAIN}?fbclid=x`])(
    '%s is answered without a redirect',
    async (address) => expect((await ask(address)).status).toBe(200),
  );

  it.each(['//volant.example/x', '/d//volant.example/', `/d/${ID}//evil.example`])(
    '%s stays on this host',
    async (address) => {
      const { headers } = await ask(address);
      expect(headers.location ?? '/d/x').toMatch(/^\/d\/[\w-]+$/);
    },
  );

  it.each(['/d', '/d/', '/D/', '/d//', '/d/%ff', '/d/)', '/d/%E2%80%8B', '/%ff', '/%', '/d/..%2f..%2fetc'])(
    '%s is not found, on the client’s not-found screen',
    async (address) => {
      const answer = await ask(address);
      expect([answer.status, answer.headers['x-robots-tag']]).toEqual([404, 'noindex']);
      expect(String(answer.body)).toContain('<div id="root">');
    },
  );

  it.each(['/api/public/pages/%ff', '/api/%ff', '/graphql/%'])('%s is answered with JSON', async (address) => {
    const answer = await ask(address);
    expect([answer.status, json(answer)]).toEqual([404, expect.objectContaining({ success: false })]);
  });
});

describe('a page that was requested before', () => {
  it('is not rendered again, for each language and encoding', async () => {
    const before = pagesRendered();
    const paths = ['/d/berline-demo', '/d/BERLINE-DEMO.html', '/d/berline-demo?s=qr', '/d/berline-demo?lang=en'];
    for (const path of [...paths, ...paths]) {
      for (const encoding of ['gzip, br', 'gzip']) await ask(path, { 'accept-encoding': encoding });
    }
    // Some of these may have been requested above.
    expect(pagesRendered() - before).toBeLessThanOrEqual(4);
  });
});

describe('GET /d/:id/qr.svg', () => {
  it('answers the code of the page, cacheable for a day', async () => {
    for (const id of ['berline-demo', 'old-id', 'Berline-Demo.html']) {
      const answer = await ask(`/d/${id}/qr.svg`);
      expect([answer.status, String(answer.body)]).toEqual([
        200,
        '<svg xmlns="http://www.w3.org/2000/svg"><title>https://volant.example/d/Berline-Demo</title></svg>',
      ]);
      expect(answer.headers).toMatchObject({
        'content-type': 'image/svg+xml',
        'cache-control': 'public, max-age=86400',
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
        'x-content-type-options': 'nosniff',
        'x-robots-tag': 'noindex',
      });
    }
  });

  it.each(['free', 'asleep', 'none'])('has no code for %s, in the requested language', async (id) => {
    for (const [query, language] of Object.entries({ '': 'fr', '?lang=en': 'en' })) {
      const { status, headers } = await ask(`/d/${id}/qr.svg${query}`);
      expect([status, headers['content-language']]).toEqual([404, language]);
    }
  });
});

describe('GET /d/:id.vcf', () => {
  const PHOTO = { body: new Uint8Array(5), contentType: 'image/jpeg' };
  const FILE = 'BEGIN:VCARD\r\nFN:Ana Démo\r\nURL:https://volant.example/d/Berline-Demo\r\n';
  beforeAll(() => void gateway.objects.set('uploads/a.jpg', PHOTO));

  it.each(['berline-demo', 'Berline-Demo', 'old-id', 'berline-demo.html'])('answers the contact of %s', async (id) => {
    const answer = await ask(`/d/${id}.vcf`);
    expect([answer.status, String(answer.body)]).toEqual([200, `${FILE}PHOTO:image/jpeg 5\r\nEND:VCARD\r\n`]);
    expect(answer.headers).toMatchObject({
      'content-type': 'text/vcard; charset=utf-8',
      'content-disposition': `attachment; filename="Ana Demo.vcf"; filename*=UTF-8''Ana%20D%C3%A9mo.vcf`,
      'cache-control': 'no-cache',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
      'x-robots-tag': 'noindex',
    });
  });

  it('answers HEAD, and 304 if the client already has it', async () => {
    const { headers, body } = await ask('/d/berline-demo.vcf');
    const head = await ask('/d/berline-demo.vcf', {}, 'HEAD');
    expect([head.status, head.body.length, head.headers['content-length']]).toEqual([200, 0, String(body.length)]);
    const again = await ask('/d/berline-demo.vcf', { 'if-none-match': headers.etag ?? '' });
    expect([again.status, again.body.length]).toEqual([304, 0]);
  });

  it.each(['free', 'asleep', 'unnamed', 'none'])('has none for %s, in the requested language', async (id) => {
    for (const [query, language] of Object.entries({ '': 'fr', '?lang=en': 'en' })) {
      const { status, headers } = await ask(`/d/${id}.vcf${query}`);
      expect([status, headers['content-language'], headers['x-robots-tag']]).toEqual([404, language, 'noindex']);
    }
  });

  it.each(['/d/berline-demo.vcf)', '/d/berline-demo.vcf/', '/d/berline-demo.vcf.html', '/D/berline-demo.vcf'])(
    '%s leads to the page',
    async (path) => {
      const answer = await ask(`${path}?s=qr`);
      expect([answer.status, answer.headers.location]).toEqual([302, '/d/berline-demo?s=qr']);
    },
  );

  it('has the photo again after the store was away', async () => {
    const page = { ...SHOWN, pageUid: 'uid-11', publicId: 'photo', previousIds: [], avatar: '/uploads/b.jpg' };
    await gateway.publish(page);
    const { get } = gateway.objects;
    gateway.objects.get = () => {
      throw new Error('away');
    };
    try {
      await vi.waitFor(async () => expect((await ask('/d/photo.vcf')).status).toBe(200), { interval: 20 });
      expect(String((await ask('/d/photo.vcf')).body)).not.toContain('PHOTO');
    } finally {
      gateway.objects.get = get;
    }
    gateway.objects.set('uploads/b.jpg', PHOTO);
    expect(String((await ask('/d/photo.vcf')).body)).toContain('PHOTO:image/jpeg 5');
  });

  it.each([
    ['Zoé D’Été.vcf', `filename="Zoe D_Ete.vcf"; filename*=UTF-8''Zo%C3%A9%20D%E2%80%99%C3%89t%C3%A9.vcf`],
    ['سائق.vcf', `filename="_.vcf"; filename*=UTF-8''%D8%B3%D8%A7%D8%A6%D9%82.vcf`],
    [`a'(b)*%;,.vcf`, `filename="a_b_.vcf"; filename*=UTF-8''a%27%28b%29%2a%25%3B%2C.vcf`],
  ])('%s keeps its name in the header', (name, header) => expect(attachment(name)).toBe(`attachment; ${header}`));
});

describe('GET /d/:id/card.jpg', () => {
  const LISTED: PageFixture = { ...SHOWN, pageUid: 'uid-20', publicId: 'listed', previousIds: [] };
  const NAMES = ['Li & <b>Élodie</b>', 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerk', 'A', '!'];
  const sizeOf = async (body: Buffer) => {
    const { format, width, height } = await sharp(body).metadata();
    return [format, width, height];
  };

  beforeAll(async () => {
    const photo = sharp({ create: { width: 300, height: 400, channels: 3, background: '#00f' } });
    gateway.objects.set('uploads/c.jpg', { body: await photo.jpeg().toBuffer(), contentType: 'image/jpeg' });
    gateway.objects.set('uploads/d.jpg', { body: Buffer.from('no picture'), contentType: 'image/jpeg' });
    await gateway.publish({ ...LISTED, avatar: '/uploads/c.jpg' });
    for (const [index, name] of NAMES.entries()) {
      const page = {
        ...LISTED,
        pageUid: `uid-${21 + index}`,
        publicId: `named-${index}`,
        profile: { name, company: name },
      };
      await gateway.publish({ ...page, avatar: undefined });
    }
    const nameless = { ...LISTED, displayName: '', profile: { name: '', company: '' } };
    await gateway.publish({ ...nameless, pageUid: 'uid-29', publicId: 'nameless', avatar: '/uploads/c.jpg' });
    await gateway.publish({ ...LISTED, pageUid: 'uid-30', publicId: 'broken', avatar: '/uploads/d.jpg' });
    await vi.waitFor(async () => expect((await ask('/d/broken')).status).toBe(200), { interval: 20 });
  });

  it('answers a picture with the colour of the page, the mark and the photo', async () => {
    const first = await ask('/d/listed/card.jpg');
    expect(await sizeOf(first.body)).toEqual(['jpeg', 1200, 630]);
    const brightness = async (left: number, top: number) => {
      const pixel = await sharp(first.body).extract({ left, top, width: 1, height: 1 }).raw().toBuffer();
      return [...pixel].map((channel) => Math.round(channel / 64));
    };
    const [green, paper, blue] = [
      [0, 1, 1],
      [4, 4, 4],
      [0, 0, 4],
    ];
    expect(await brightness(20, 300)).toEqual(green);
    // Where the spokes of the wheel meet, and beside them.
    expect(await brightness(72 + 21, 514 + 30)).toEqual(paper);
    expect(await brightness(72 + 21, 514 + 14)).toEqual(green);
    expect(await brightness(1_000, 300)).toEqual(blue);
    expect(first.body.length).toBeLessThan(300_000);
    expect(first.headers).toMatchObject({ 'content-type': 'image/jpeg', 'cache-control': 'public, max-age=86400' });
  });

  it('draws a picture once for all languages, and again only after its content changes', async () => {
    const page = { ...LISTED, pageUid: 'uid-31', publicId: 'drawn', avatar: '/uploads/e.jpg' };
    const photo = gateway.objects.get('uploads/c.jpg');
    if (photo !== undefined) gateway.objects.set('uploads/e.jpg', photo);
    // Each drawing reads the photo.
    const read = vi.spyOn(gateway.objects, 'get');
    const change = async (version: bigint, profile: PageFixture['profile'], shown: string) => {
      await gateway.publish({ ...page, profile, version });
      await vi.waitFor(async () => expect(String((await ask('/d/drawn')).body)).toContain(shown), { interval: 20 });
      const paths = ['fr', 'en', 'ar'].flatMap((language) =>
        ['drawn', 'DRAWN'].map((id) => `${id}/card.jpg?lang=${language}`),
      );
      const answers = await Promise.all(paths.map((path) => ask(`/d/${path}`)));
      expect(new Set(answers.map(({ status, headers }) => `${status} ${headers.etag}`)).size).toBe(1);
      return read.mock.calls.filter(([key]) => key === 'uploads/e.jpg').length;
    };
    try {
      expect(await change(1n, { name: 'Ana', phone: '+33600000000' }, 'Ana')).toBe(1);
      expect(await change(2n, { name: 'Ana', phone: '+33611111111' }, '+33611111111')).toBe(1);
      expect(await change(3n, { name: 'Béa', phone: '+33611111111' }, 'Béa')).toBe(2);
    } finally {
      read.mockRestore();
    }
  });

  it.each(NAMES.map((name, index) => [name, index]))('draws %s without a photo', async (_, index) => {
    expect(await sizeOf((await ask(`/d/named-${index}/card.jpg`)).body)).toEqual(['jpeg', 1200, 630]);
  });

  it('shows the photo alone, in the middle, if no name can be drawn', async () => {
    const { body } = await ask('/d/nameless/card.jpg');
    const at = async (left: number) => sharp(body).extract({ left, top: 300, width: 1, height: 1 }).raw().toBuffer();
    expect(await sizeOf(body)).toEqual(['jpeg', 1200, 630]);
    expect((await at(600))[2]).toBeGreaterThan(240);
    expect((await at(1_100))[2]).toBeLessThan(80);
  });

  it('leads to the picture of the product if the photo cannot be decoded', async () => {
    const { status, headers } = await ask('/d/broken/card.jpg');
    expect([status, headers.location, headers['cache-control']]).toEqual([302, '/social-card.png', 'no-store']);
  });

  it.each(['free', 'asleep', 'none'])('has none of %s', async (id) => {
    expect((await ask(`/d/${id}/card.jpg`)).status).toBe(404);
  });
});

describe('without a configured origin', () => {
  it('the code of a page leads to the requested origin', async () => {
    const open = await startGateway({ pages: [SHOWN] });
    try {
      const { body } = await ask(`/d/${SHOWN.publicId}/qr.svg`, { host: 'card.example' }, 'GET', open.origin);
      expect(String(body)).toContain(`<title>http://card.example/d/${SHOWN.publicId}</title>`);
    } finally {
      await open.close();
    }
  });

  it('a page names the requested origin', async () => {
    const open = await startGateway({ pages: [SHOWN] });
    try {
      const canonicals = new Set<string | undefined>();
      for (let host = 0; host < 40; host += 1) {
        const { body } = await ask(`/d/${SHOWN.publicId}`, { host: `host-${host}.example` }, 'GET', open.origin);
        canonicals.add(/<link rel="canonical" href="([^"]+)/.exec(String(body))?.[1]);
      }
      expect([...canonicals]).toEqual(
        Array.from({ length: 40 }, (_, host) => `http://host-${host}.example/d/${SHOWN.publicId}`),
      );
    } finally {
      await open.close();
    }
  });
});

describe('a change', () => {
  const shows = (path: string, text: string, status = 200) =>
    vi.waitFor(
      async () => {
        const answer = await ask(path);
        expect(answer.status).toBe(status);
        expect(String(answer.body)).toContain(text);
      },
      { interval: 20 },
    );

  it('of a page is visible within two seconds, an older record is ignored', async () => {
    const page = { ...SHOWN, pageUid: 'uid-9', publicId: 'changing', previousIds: [] };
    await gateway.publish(page);
    await shows('/d/changing', 'Ana Démo');
    await shows('/api/public/pages/changing', 'Ana Démo');
    await shows('/d/changing.vcf', 'FN:Ana Démo');

    await gateway.publish({ ...page, version: 5n, profile: { name: 'Bea Démo' } });
    await shows('/d/changing', 'Bea Démo');
    await shows('/api/public/pages/changing', 'Bea Démo');
    await shows('/d/changing.vcf', 'FN:Bea Démo');

    await gateway.publish({ ...page, version: 4n, profile: { name: 'Ana Démo' } });
    await gateway.publish({ ...page, pageUid: 'uid-10', publicId: 'after' });
    await shows('/d/after', 'Ana Démo');
    await shows('/d/changing', 'Bea Démo');

    await gateway.publish({ ...page, version: 6n, publicId: 'renamed', previousIds: ['changing'] });
    await shows('/d/renamed', 'Ana Démo');
    await shows('/d/changing', '', 302);

    await gateway.erase('uid-9');
    await shows('/d/renamed', 'root', 404);
    await shows('/d/changing', 'root', 404);
    await shows('/d/changing.vcf', 'root', 404);
  });
});
