import { readFile } from 'node:fs/promises';
import { LARGEST_LETTER } from '@volant/infra/mail/mailbox';
import { describe, expect, it } from 'vitest';
import corpus from './corpus/letters.json' with { type: 'json' };
import { readLetter } from './read-letter.ts';
import { createReplyAddresses } from './reply-address.ts';

const AT = '2026-12-01T10:00:00.000Z';
const MESSAGE = '01935c00-0000-7000-8000-0000000000aa';
const MAILBOX = 'support@volant.example';
const addresses = createReplyAddresses(MAILBOX, 'secret');
const elsewhere = createReplyAddresses(MAILBOX, 'another secret');

async function source(name: string, to: string): Promise<Buffer> {
  const text = await readFile(new URL(`./corpus/${name}.eml`, import.meta.url), 'utf8');
  const lines = text.replaceAll('{TO}', to).replaceAll('{MAILBOX}', MAILBOX).replaceAll('\n', '\r\n');
  return Buffer.from(lines);
}

describe.each(Object.entries(corpus))('the letter %s', (name, { kind, body, attachments, quoted }) => {
  it('joins its thread as what it is, without the text that it quotes', async () => {
    const letter = await readLetter(await source(name, addresses.addressOf(MESSAGE)), addresses, AT);
    expect(letter?.messageId).toBe(MESSAGE);
    const { data } = letter ?? {};
    expect({ kind: data?.kind, body: data?.body, attachments: data?.attachments, quoted: data?.quoted !== '' }).toEqual(
      {
        ...{ kind, body, attachments, quoted },
      },
    );
  });

  it('joins none with an address that is signed by somebody else', async () => {
    const letter = await readLetter(await source(name, elsewhere.addressOf(MESSAGE)), addresses, AT);
    expect(letter).toBeUndefined();
  });
});

describe('a letter', () => {
  const to = addresses.addressOf(MESSAGE);
  const read = (text: string) => readLetter(Buffer.from(text), addresses, AT);

  it('has the same id each time it is read, different from other letters', async () => {
    const ids = await Promise.all(
      ['a', 'a', 'b'].map(async (id) => (await read(`To: ${to}\r\nMessage-ID: <${id}@x.example>\r\n\r\nx`))?.data.id),
    );
    expect(ids[0]).toBe(ids[1]);
    expect(ids[0]).not.toBe(ids[2]);
  });

  it('is read up to its limits', async () => {
    const long = await read(`To: ${to}\r\n\r\n${'é'.repeat(LARGEST_LETTER)}`);
    expect(long?.data.body).toHaveLength(10_000);
    const files = `--b\r\nContent-Type: image/png\r\nContent-Disposition: attachment\r\n\r\n${'x'.repeat(LARGEST_LETTER)}`;
    const type = 'Content-Type: multipart/mixed; boundary=b';
    const large = await read(`To: ${to}\r\n${type}\r\n\r\n--b\r\n\r\nThe text.\r\n${files}\r\n--b--`);
    expect(large?.data).toMatchObject({ body: 'The text.', attachments: 1 });
  });

  it('of hostile form is refused or read, and never takes its text as an address', async () => {
    await expect(read(`To: ${to}\r\nX: ${'x'.repeat(200_000)}\r\n\r\nx`)).rejects.toThrow();
    expect(await read(`From: a@example.org\r\nSubject: ${to}\r\n\r\nTo: ${to}\r\nReply-To: ${to}`)).toBeUndefined();
    for (const html of ['<'.repeat(300_000), '<style>'.repeat(40_000), '<blockquote>'.repeat(30_000), '&#x110000;']) {
      expect((await read(`To: ${to}\r\nContent-Type: text/html\r\n\r\nHello ${html}`))?.data.body).toMatch(
        /^Hello|^> Hello/,
      );
    }
    const lines = await read(`To: ${to}\r\n\r\nHello\r\n${'On \r\n'.repeat(15_000)}`);
    expect(lines?.data.body.startsWith('Hello')).toBe(true);
  });
});

it('signs addresses that survive a change of case, for every message id', () => {
  for (const id of [MESSAGE, '00000000-0000-5000-8000-000000000001', 'ffffffff-ffff-5fff-bfff-ffffffffffff']) {
    const address = addresses.addressOf(id);
    expect(addresses.messageOf(address.toUpperCase())).toBe(id);
    expect(elsewhere.messageOf(address)).toBeUndefined();
  }
});
