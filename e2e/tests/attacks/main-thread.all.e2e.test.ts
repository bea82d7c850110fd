import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { call, callWithForm, INBOUND_SECRET, pictureForm, SUPERADMIN_SETTINGS, signUp } from '../../src/api.ts';
import { type AttackedProduct, openAttacked } from '../../src/attacks/attacked-product.ts';
import { MOST_MAIN_MS } from '../../src/attacks/bystander.ts';
import { mainThreadCost } from '../../src/attacks/strike.ts';

/** JSON, texts, lists and the headers of every call are tried by `rest` and `graphql` beside this file. */

let attacked: AttackedProduct;
beforeAll(async () => {
  attacked = await openAttacked(SUPERADMIN_SETTINGS);
  attacked.bystander.pause();
});
afterAll(() => attacked.close());

const MAIL_BYTES = 1024 * 1024;
const PARTS = 'Content-Type: multipart/mixed; boundary=b\r\n\r\n';

function repeated(unit: string, bytes = MAIL_BYTES - 1_000): string {
  return unit.repeat(Math.floor(bytes / Buffer.byteLength(unit)));
}

/** Mails that are expensive to read, returned by a mail server so that all of them is read. */
const MAILS: Readonly<Record<string, string>> = {
  'boundary lines alone': `${PARTS}${repeated('--b\r\n')}`,
  'empty parts': `${PARTS}${repeated('--b\r\n\r\n\r\n')}`,
  'parts that are no text': `${PARTS}${repeated('--b\r\n\r\n\0\r\n')}`,
  'zero bytes': `\r\n${repeated('\0')}`,
  'bytes that are no text': `\r\n${repeated('\ud800')}`,
  'short lines': `\r\n${repeated('On \r\n')}`,
  'attributions of quotations': `\r\n${repeated('> On 1 Dec 2026 09:12 <a@b.c> wrote:\r\n')}`,
  'open elements': `Content-Type: text/html\r\n\r\n${repeated('<blockquote>')}`,
  'characters with names': `Content-Type: text/html\r\n\r\n${repeated('<p>&amp;')}`,
  recipients: `To: ${repeated('a@b.c,', 100_000)}\r\n\r\nHello`,
  'lines of a header': `${repeated('To: a@b.c\r\n', 100_000)}\r\nHello`,
  'combining marks': `\r\na${repeated('\u0301\u0316')}`,
  'encoded words': `Subject: ${repeated('=?utf-8?q?=C3=A9?= ', 100_000)}\r\n\r\nHello`,
};

async function sendMail(written: string): Promise<void> {
  const mail = `From: mailer-daemon@x.example\r\n${written}`;
  const signature = createHmac('sha256', INBOUND_SECRET).update(mail).digest('hex');
  const headers = { 'content-type': 'message/rfc822', 'x-volant-signature': signature };
  const { status, body } = await call(attacked.origin, 'POST', '/api/support/inbound', mail, { headers });
  expect({ status, kept: body.kept }).toEqual({ status: 200, kept: false });
}

test.each(Object.entries(MAILS))(
  `a mail of %s takes at most ${MOST_MAIN_MS} ms of the main thread`,
  async (_, mail) => {
    expect(await mainThreadCost(attacked.product.pid, () => sendMail(mail))).toBeLessThanOrEqual(MOST_MAIN_MS);
  },
);

const PICTURE_BYTES = 5 * 1024 * 1024 - 16;
const JPEG = Buffer.from([0xff, 0xd8, 0xff, 0xdb, 0, 2]);
const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const filled = (start: Buffer, unit: Uint8Array) =>
  Buffer.concat([start, Buffer.alloc(PICTURE_BYTES - start.length, unit)]);

const PICTURES: Readonly<Record<string, Buffer>> = {
  'bytes between markers': filled(JPEG, Buffer.from([0xff])),
  'escaped markers': filled(JPEG, Buffer.from([0xff, 0])),
  'bytes without a marker': filled(JPEG, Buffer.from([1])),
  comments: filled(JPEG, Buffer.from([0xff, 0xfe, 0, 2])),
  tables: filled(JPEG, Buffer.from([0xff, 0xdb, 0, 250, ...Buffer.alloc(248)])),
  'empty chunks': filled(PNG, Buffer.from([0, 0, 0, 0, 0x49, 0x44, 0x41, 0x54, 0, 0, 0, 0])),
};

test.each(Object.entries(PICTURES))(
  `a picture of %s takes at most ${MOST_MAIN_MS} ms of the main thread`,
  async (_, bytes) => {
    const { origin, product } = attacked;
    const { token } = await signUp(origin);
    const cost = await mainThreadCost(product.pid, async () => {
      const { status } = await callWithForm(origin, '/api/pages/upload-image', pictureForm(bytes), { token });
      expect(status).toBe(400);
    });
    expect(cost).toBeLessThanOrEqual(MOST_MAIN_MS);
  },
);
