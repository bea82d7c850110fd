import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { MOST_PICTURE_BYTES } from '@volant/proto/text/lengths';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { TOKEN } from '../testing/canned-subgraphs.ts';
import { type GatewayUnderTest, pathOfSize, startGateway } from '../testing/gateway-under-test.ts';

let gateway: GatewayUnderTest;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway.close());
beforeEach(() => {
  gateway.canned.calls.length = 0;
});

const PREFLIGHT = { 'apollo-require-preflight': '1' };
const AUTHORIZED = { authorization: `Bearer ${TOKEN}`, 'accept-language': 'en', ...PREFLIGHT };
const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const PAGE_IMAGE = 'mutation ($image: Upload!) { uploadPageImage(image: $image) { imageUrl } }';
const AVATAR = 'mutation ($image: Upload!) { mine: uploadAvatar(image: $image) { url: imageUrl __typename } }';

const picture = (size: number) => Buffer.concat([SIGNATURE, Buffer.alloc(size - SIGNATURE.length, 7)]);

interface Parts {
  readonly operations?: unknown;
  readonly map?: unknown;
  readonly file?: Buffer;
  readonly name?: string;
}

function form(query: string, { operations, map, file = picture(100), name = '0' }: Parts = {}): FormData {
  const made = new FormData();
  made.append('operations', JSON.stringify(operations ?? { query, variables: { image: null } }));
  made.append('map', JSON.stringify(map ?? { 0: ['variables.image'] }));
  made.append(name, new Blob([new Uint8Array(file)]), 'moi.png');
  return made;
}

async function send(body: BodyInit, headers: Record<string, string> = AUTHORIZED) {
  const response = await fetch(`${gateway.origin}/graphql`, { method: 'POST', headers, body });
  return { status: response.status, headers: response.headers, body: (await response.json()) as unknown };
}

/** Calls of the services, without the query for the caller's account. */
const executed = () => gateway.canned.calls.filter(({ field }) => field !== 'me');
const refused = (code: string, status: number) => ({ errors: [{ extensions: { code, status } }] });

describe('a picture over GraphQL', () => {
  it('is stored by its service, whose mutation receives its path', async () => {
    expect((await send(form(PAGE_IMAGE))).body).toEqual({ data: { uploadPageImage: { imageUrl: pathOfSize(100) } } });
    expect((await send(form(AVATAR, { file: picture(200) }))).body).toEqual({
      data: { mine: { url: pathOfSize(200), __typename: 'UploadedImage' } },
    });
    expect(executed().map(({ field, args }) => [field, args])).toEqual([
      ['uploadPageImage', { image: pathOfSize(100) }],
      ['uploadAvatar', { image: pathOfSize(200) }],
    ]);
  });

  it('may have exactly 5 MB and no byte more', async () => {
    expect((await send(form(PAGE_IMAGE, { file: picture(MOST_PICTURE_BYTES) }))).body).toMatchObject({
      data: { uploadPageImage: { imageUrl: pathOfSize(MOST_PICTURE_BYTES) } },
    });
    const over = await send(form(PAGE_IMAGE, { file: picture(MOST_PICTURE_BYTES + 1) }));
    expect(over.body).toEqual({
      data: null,
      errors: [
        {
          message: 'Image must be smaller than 5MB.',
          path: ['uploadPageImage'],
          extensions: { code: 'IMAGE_TOO_LARGE', status: 413 },
        },
      ],
    });
    const far = await send(form(PAGE_IMAGE, { file: picture(2 * MOST_PICTURE_BYTES) }));
    expect([far.status, far.body]).toMatchObject([413, refused('IMAGE_TOO_LARGE', 413)]);
    expect(gateway.canned.calls).toHaveLength(1);
  });

  it('is refused with the service’s text under the field’s name if it is invalid', async () => {
    const answer = await send(form(AVATAR, { file: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>') }));
    expect(answer.body).toMatchObject({
      data: null,
      errors: [{ path: ['mine'], extensions: { code: 'IMAGE_INVALID' } }],
    });
  });

  it('is not read without a session', async () => {
    const stranger = await send(form(PAGE_IMAGE), PREFLIGHT);
    expect([stranger.status, stranger.body]).toMatchObject([401, refused('UNAUTHENTICATED', 401)]);
    const broken = await send(form(PAGE_IMAGE), { ...PREFLIGHT, authorization: 'Bearer someone.else.token' });
    expect(broken.body).toMatchObject({ data: null, ...refused('UNAUTHENTICATED', 401) });
    expect(executed()).toEqual([]);
  });

  it('requires a header that no form of another site can send', async () => {
    const { 'apollo-require-preflight': _, ...headers } = AUTHORIZED;
    const answer = await send(form(PAGE_IMAGE), headers);
    expect([answer.status, answer.body]).toMatchObject([400, refused('UPLOAD_WITHOUT_PREFLIGHT', 400)]);
    expect(executed()).toEqual([]);
  });

  it('can be used by one field only, because its bytes arrive once', async () => {
    const query =
      'mutation ($image: Upload!) { uploadPageImage(image: $image) { imageUrl } uploadAvatar(image: $image) { imageUrl } }';
    expect((await send(form(query))).body).toMatchObject({
      errors: [{ path: ['uploadAvatar'], extensions: { code: 'VALIDATION_FAILED' } }],
    });
  });

  it('may be left unread', async () => {
    for (const query of ['{ me { id } }', 'mutation ($image: Upload!) { nothing(image: $image) }']) {
      const answer = await send(form(query, { file: picture(1_000_000) }));
      expect(answer.status).toBeLessThan(500);
    }
    expect((await send(form(PAGE_IMAGE))).status).toBe(200);
  });

  it.each([
    ['a list of operations', { operations: [{ query: PAGE_IMAGE, variables: { image: null } }] }],
    ['no variables', { operations: { query: PAGE_IMAGE } }],
    ['a variable that is given already', { operations: { query: PAGE_IMAGE, variables: { image: 'x' } } }],
    ['a place within a variable', { map: { 0: ['variables.image.file'] } }],
    ['a place that is none', { map: { 0: ['variables.__proto__'] } }],
    ['two places', { map: { 0: ['variables.image', 'variables.image'] } }],
    ['a file the map does not name', { name: '1' }],
    ['a map of more files', { map: { 0: ['variables.image'], 1: ['variables.image'] } }],
    ['a map that is none', { map: 'variables.image' }],
  ] as [string, Parts][])('is refused with %s', async (_, parts) => {
    const answer = await send(form(PAGE_IMAGE, parts));
    expect([answer.status, answer.body]).toMatchObject([400, refused('MALFORMED_BODY', 400)]);
  });

  it('is refused if it comes before its operation, without one, or with one above the size limit', async () => {
    const late = new FormData();
    late.append('0', new Blob([new Uint8Array(picture(100))]), 'moi.png');
    late.append('operations', JSON.stringify({ query: PAGE_IMAGE, variables: { image: null } }));
    late.append('map', '{"0":["variables.image"]}');
    expect((await send(late)).body).toMatchObject(refused('MALFORMED_BODY', 400));
    const none = new FormData();
    none.append('operations', '{');
    expect((await send(none)).body).toMatchObject(refused('MALFORMED_BODY', 400));
    const long = form(`${PAGE_IMAGE} # ${'x'.repeat(1_100_000)}`);
    expect((await send(long)).body).toMatchObject(refused('PAYLOAD_TOO_LARGE', 413));
    const two = form(PAGE_IMAGE);
    two.append('1', new Blob([new Uint8Array(picture(100))]), 'moi.png');
    expect((await send(two)).status).toBeLessThan(500);
  });

  it('leaves the gateway working if the caller aborts it', async () => {
    const socket = connect(gateway.port, '127.0.0.1');
    await once(socket, 'connect');
    const body = `--b\r\ncontent-disposition: form-data; name="operations"\r\n\r\n${JSON.stringify({ query: PAGE_IMAGE, variables: { image: null } })}\r\n--b\r\ncontent-disposition: form-data; name="map"\r\n\r\n{"0":["variables.image"]}\r\n--b\r\ncontent-disposition: form-data; name="0"; filename="x.png"\r\n\r\n`;
    socket.write(
      `POST /graphql HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${TOKEN}\r\napollo-require-preflight: 1\r\ncontent-type: multipart/form-data; boundary=b\r\ncontent-length: 100000\r\n\r\n${body}`,
    );
    socket.write(picture(1000));
    socket.end();
    await text(socket);
    expect((await send(form(PAGE_IMAGE))).status).toBe(200);
    expect(gateway.logged()).not.toContain('upload failed');
  });
});

it('a path in place of a file is validated by its service, and other values are refused', async () => {
  const json = (image: unknown) =>
    send(JSON.stringify({ query: PAGE_IMAGE, variables: { image } }), {
      ...AUTHORIZED,
      'content-type': 'application/json',
    });
  for (const image of ['x', '/uploads/../x.png', 'https://site.example/a.png', 7, {}, [], null, '[file]']) {
    expect((await json(image)).body).toMatchObject({ errors: [{ extensions: { code: 'VALIDATION_FAILED' } }] });
  }
  const inline = { query: 'mutation { uploadPageImage(image: "x") { imageUrl } }' };
  const answer = await send(JSON.stringify(inline), { ...AUTHORIZED, 'content-type': 'application/json' });
  expect(JSON.stringify(answer.body)).not.toContain('imageUrl');
  expect(executed()).toEqual([]);
});
