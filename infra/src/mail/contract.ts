import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Mail } from './mail.ts';

export interface OpenedMail {
  readonly mail: Mail;
  /** Sources (RFC 5322) of the messages handed over so far, oldest first. */
  sources(): Promise<readonly string[]>;
  cleanUp(): Promise<void>;
}

/** Decodes quoted-printable and base64 parts. */
function decoded(source: string): string {
  const parts = source.split(/\r?\n\r?\n/);
  const readable = parts.map((part) => {
    const base64 = /^[A-Za-z0-9+/=\r\n]+$/.test(part) ? Buffer.from(part, 'base64').toString() : '';
    const joined = part.replace(/=\r?\n/g, '');
    const bytes = joined.replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
    return `${base64}\n${Buffer.from(bytes, 'latin1').toString()}`;
  });
  return readable.join('\n');
}

/** Contract of every mail adapter; each adapter's test file calls it once. */
export function mailContract(name: string, open: () => Promise<OpenedMail>): void {
  describe(`mail: ${name}`, () => {
    let opened: OpenedMail;
    beforeEach(async () => {
      opened = await open();
    });
    afterEach(async () => {
      await opened.mail.close();
      await opened.cleanUp();
    });

    it('delivers a message completely, including accents', async () => {
      await opened.mail.send({
        to: 'chauffeur@example.test',
        subject: 'Réinitialisez votre mot de passe',
        text: 'Bonjour,\nvoici le lien demandé : https://example.test/r?t=abc',
        html: '<p>Voici le lien demandé</p>',
        replyTo: 'aide@example.test',
      });
      const [source = ''] = await opened.sources();
      expect(source).toMatch(/^To: chauffeur@example\.test$/m);
      expect(source).toMatch(/^Reply-To: aide@example\.test$/m);
      expect(source).toMatch(/^From: .+@.+$/m);
      expect(source).toMatch(/^Date: /m);
      expect(source).toMatch(/^Message-ID: /im);
      expect(source).toMatch(/^Subject: =\?UTF-8\?/m);
      expect(decoded(source)).toContain('voici le lien demandé : https://example.test/r?t=abc');
      expect(decoded(source)).toContain('<p>Voici le lien demandé</p>');
    });

    it('prevents header and recipient injection through any field', async () => {
      await opened.mail.send({
        to: 'a@example.test',
        subject: 'Hello\r\nBcc: victim@example.test',
        text: 'x',
        replyTo: 'b@example.test\r\nBcc: victim@example.test',
      });
      const [source = ''] = await opened.sources();
      expect(source).not.toMatch(/^Bcc:/im);
    });

    it('names the address that ends further messages, in one line each', async () => {
      const unsubscribe = `https://volant.example/unsubscribe?token=${'a'.repeat(64)}`;
      await opened.mail.send({ to: 'a@example.test', subject: 'x', text: 'x', unsubscribe });
      const [source = ''] = await opened.sources();
      const lines = source.split('\r\n');
      expect(lines).toContain(`List-Unsubscribe: <${unsubscribe}>`);
      expect(lines).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
    });

    it('accepts a request to forget an address', async () => {
      await opened.mail.send({ to: 'a@example.test', subject: 'x', text: 'x' });
      await opened.mail.forget(['a@example.test', 'never@example.test']);
      await opened.mail.send({ to: 'a@example.test', subject: 'again', text: 'x' });
      expect((await opened.sources()).filter((source) => source.includes('Subject: again\r\n'))).toHaveLength(1);
    });

    it('keeps each of many messages sent at once', async () => {
      const subjects = Array.from({ length: 20 }, (_, index) => `Message ${index}`);
      await Promise.all(subjects.map((subject) => opened.mail.send({ to: 'a@example.test', subject, text: 'x' })));
      const sources = await opened.sources();
      expect(sources).toHaveLength(20);
      for (const subject of subjects) {
        expect(sources.filter((source) => source.includes(`Subject: ${subject}\r\n`))).toHaveLength(1);
      }
    });
  });
}
