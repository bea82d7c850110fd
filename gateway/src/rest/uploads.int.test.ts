import { once } from 'node:events';
import { connect } from 'node:net';
import { MOST_PICTURE_BYTES } from '@volant/proto/text/lengths';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TOKEN } from '../testing/canned-subgraphs.ts';
import { type GatewayUnderTest, pathOfSize, startGateway } from '../testing/gateway-under-test.ts';

let gateway: GatewayUnderTest;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway.close());

const PATHS = ['/api/pages/upload-image', '/api/user/upload-avatar'];
const [PATH = ''] = PATHS;
const AUTHORIZED = { authorization: `Bearer ${TOKEN}`, 'accept-language': 'en' };
const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

const picture = (size: number) => Buffer.concat([SIGNATURE, Buffer.alloc(size - SIGNATURE.length, 7)]);

function form(bytes: Buffer, field = 'image', name = 'moi.png'): FormData {
  const made = new FormData();
  made.append('note', 'an unknown field');
  made.append(field, new Blob([new Uint8Array(bytes)]), name);
  return made;
}

async function send(body: BodyInit, headers: Record<string, string> = AUTHORIZED, path = PATH) {
  const response = await fetch(gateway.origin + path, { method: 'POST', headers, body });
  return { status: response.status, headers: response.headers, body: (await response.json()) as unknown };
}

describe.each(PATHS)('%s', (path) => {
  it('accepts a picture of any name and answers its path', async () => {
    const answer = await send(form(picture(100_000), 'image', '../../etc/passwd.svg'), AUTHORIZED, path);
    expect([answer.status, answer.body]).toEqual([200, { success: true, imageUrl: pathOfSize(100000) }]);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  });

  it('accepts exactly 5 MB and no byte more', async () => {
    expect((await send(form(picture(MOST_PICTURE_BYTES)), AUTHORIZED, path)).status).toBe(200);
    for (const size of [MOST_PICTURE_BYTES + 1, 2 * MOST_PICTURE_BYTES]) {
      expect(await send(form(picture(size)), AUTHORIZED, path)).toMatchObject({
        status: 413,
        body: { success: false, error: 'Image must be smaller than 5MB.', code: 'IMAGE_TOO_LARGE' },
      });
    }
  });

  it('refuses uploads without a session', async () => {
    const broken = { authorization: 'Bearer someone.else.token' };
    for (const headers of [{}, broken]) {
      const answer = await send(form(picture(100)), headers, path);
      expect(answer).toMatchObject({ status: 401, body: { success: false, code: 'UNAUTHENTICATED' } });
      expect(answer.headers.get('www-authenticate')).toBe('Bearer');
    }
  });
});

describe('a form', () => {
  it('without a picture is refused with the name of its field', async () => {
    const invalid = {
      status: 400,
      body: { error: 'The value of “image” is not valid.', code: 'VALIDATION_FAILED' },
    };
    expect(await send(form(picture(100), 'avatar'))).toMatchObject(invalid);
    const plain = new FormData();
    plain.append('image', 'text');
    expect(await send(plain)).toMatchObject(invalid);
    expect(await send(new FormData())).toMatchObject(invalid);
  });

  it('with a file that is not a picture is refused in both languages', async () => {
    const svg = form(Buffer.from('<svg onload="alert(1)"/>'));
    const refused = { status: 400, body: { code: 'IMAGE_INVALID' } };
    expect(await send(svg)).toMatchObject(refused);
    const french = await send(svg, { ...AUTHORIZED, 'accept-language': 'fr' });
    expect(french).toMatchObject({ ...refused, body: { error: expect.stringContaining('Choisissez une image') } });
  });

  it.each([
    ['application/json', '{"image":"x"}', 415],
    ['image/png', 'x', 415],
    ['text/plain', 'x', 415],
    ['multipart/form-data', 'x', 400],
    ['multipart/form-data; boundary=x', 'no form', 400],
    [
      'multipart/form-data; boundary=x',
      '--x\r\nContent-Disposition: form-data; name="image"; filename="a"\r\n\r\nx',
      400,
    ],
    [
      'multipart/form-data; boundary=x',
      '--x\r\nContent-Disposition: form-data; name="__proto__"\r\n\r\nx\r\n--x--\r\n',
      400,
    ],
  ])('of type %s that is invalid is refused: %j', async (type, body, status) => {
    expect((await send(body, { ...AUTHORIZED, 'content-type': type })).status).toBe(status);
  });

  it('without a body is refused', async () => {
    const response = await fetch(gateway.origin + PATH, { method: 'POST', headers: AUTHORIZED });
    expect(response.status).toBe(415);
  });

  it('with too many parts is refused', async () => {
    const many = new FormData();
    for (let part = 0; part < 50; part += 1) many.append(`field${part}`, 'x');
    expect((await send(many)).status).toBe(413);
  });

  it('that never ends is answered while it is being sent, and not read further', async () => {
    const socket = connect(gateway.port, '127.0.0.1');
    await once(socket, 'connect');
    socket.on('error', () => {});
    socket.write(
      `POST ${PATH} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${TOKEN}\r\nTransfer-Encoding: chunked\r\n` +
        'Content-Type: multipart/form-data; boundary=x\r\n\r\n',
    );
    const chunk = (bytes: Buffer) =>
      socket.write(Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')]));
    chunk(Buffer.from('--x\r\nContent-Disposition: form-data; name="image"; filename="a.png"\r\n\r\n'));
    chunk(SIGNATURE);
    // Collected from data events, because the answer counts even if the connection is cut afterwards.
    let answer = '';
    socket.on('data', (data) => {
      answer += String(data);
    });
    let sent = 0;
    const piece = Buffer.alloc(64 * 1024);
    while (!socket.destroyed && socket.writable && sent < 200e6) {
      const flowing = chunk(piece);
      sent += piece.length;
      if (!flowing) await Promise.race([once(socket, 'drain'), once(socket, 'close')]).catch(() => {});
    }
    expect(answer).toContain('HTTP/1.1 413');
    expect(sent).toBeLessThan(20e6);
  });

  it('that is aborted does not affect the gateway', async () => {
    const socket = connect(gateway.port, '127.0.0.1');
    await once(socket, 'connect');
    socket.write(
      `POST ${PATH} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${TOKEN}\r\nContent-Length: 5000\r\n` +
        'Content-Type: multipart/form-data; boundary=x\r\n\r\n' +
        '--x\r\nContent-Disposition: form-data; name="image"; filename="a.png"\r\n\r\nhalf',
    );
    socket.destroy();
    expect((await send(form(picture(100)))).status).toBe(200);
    expect(gateway.logged()).not.toContain('"level":50');
  });
});
