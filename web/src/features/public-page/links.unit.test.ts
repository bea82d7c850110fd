import { describe, expect, it } from 'vitest';
import {
  customTarget,
  emailTarget,
  instagramLabel,
  instagramTarget,
  phoneTarget,
  type Target,
  truncate,
  websiteTarget,
  whatsappTarget,
} from './links.ts';

const hrefOf = (target: Target) => (target.kind === 'text' ? undefined : target.href);

describe('a website (acceptance 92)', () => {
  it.each([
    ['berline-demo.fr', 'https://berline-demo.fr'],
    [' www.berline-demo.fr/tarifs?x=1#y ', 'https://www.berline-demo.fr/tarifs?x=1#y'],
    ['http://berline-demo.fr', 'http://berline-demo.fr'],
    ['HTTPS://Berline-Demo.fr/A', 'HTTPS://Berline-Demo.fr/A'],
    ['berline-demo.fr:8443/a', 'https://berline-demo.fr:8443/a'],
    ['taxi-élégance.fr', 'https://taxi-élégance.fr'],
    ['пример.рф', 'https://пример.рф'],
    ['xn--e1afmkfd.xn--p1ai', 'https://xn--e1afmkfd.xn--p1ai'],
    ['http://localhost:8080', 'http://localhost:8080'],
  ])('%s leads to %s', (value, href) => expect(hrefOf(websiteTarget(value))).toBe(href));

  it.each([
    'javascript:alert(1)',
    'JavaScript://berline-demo.fr/%0aalert(1)',
    'java\nscript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:x.fr',
    'file:///etc/passwd',
    'ftp://berline-demo.fr',
    'mailto:x@berline-demo.fr',
    'tel:0612345678',
    '//berline-demo.fr',
    '\\\\berline-demo.fr',
    'https://',
    'http://exa mple',
    'berline',
    '"><script>alert(1)</script>',
    '',
  ])('%s is text', (value) => expect(websiteTarget(value)).toEqual({ kind: 'text' }));
});

describe('an Instagram value (acceptance 92)', () => {
  it.each([
    ['@berline.demo', 'https://www.instagram.com/berline.demo'],
    ['berline_demo', 'https://www.instagram.com/berline_demo'],
    ['https://instagram.com/berline.demo/', 'https://instagram.com/berline.demo/'],
    ['instagram.com/berline.demo', 'https://instagram.com/berline.demo'],
    ['javascript:alert(1)', 'https://www.instagram.com/javascript%3Aalert(1)'],
    ['../evil', 'https://www.instagram.com/..%2Fevil'],
  ])('%s leads to %s', (value, href) => expect(hrefOf(instagramTarget(value))).toBe(href));

  it('of an @ alone is text', () => expect(instagramTarget(' @ ')).toEqual({ kind: 'text' }));

  it.each([
    ['berline.demo', '@berline.demo'],
    ['@berline.demo', '@berline.demo'],
    ['https://www.instagram.com/berline.demo/?hl=fr', '@berline.demo'],
    ['https://example.org/berline', 'https://example.org/berline'],
  ])('%s is shown as %s', (value, label) => expect(instagramLabel(value)).toBe(label));
});

describe('a WhatsApp number (acceptance 92)', () => {
  it.each([
    ['+33 6 12 34 56 78', 'https://wa.me/33612345678'],
    ['0033-6.12.34.56.78', 'https://wa.me/0033612345678'],
  ])('%s leads to %s', (value, href) => expect(hrefOf(whatsappTarget(value))).toBe(href));
  it('without digits is text', () => expect(whatsappTarget('sur demande')).toEqual({ kind: 'text' }));
});

describe('a telephone number (acceptance 92)', () => {
  it.each([
    ['+33 6 12 34 56 78', 'tel:+33612345678'],
    ['06.12.34.56.78', 'tel:0612345678'],
    ['+33 (0)6 12 34 56 78', 'tel:+33612345678'],
    ['(0)6 12', 'tel:0612'],
    ['#31#0612345678', 'tel:%2331%230612345678'],
  ])('%s leads to %s', (value, href) => expect(hrefOf(phoneTarget(value))).toBe(href));
  it('without digits is text', () => expect(phoneTarget('javascript:alert()')).toEqual({ kind: 'text' }));
});

describe('an e-mail address (acceptance 92)', () => {
  it.each([
    ['zoe@berline-demo.fr', 'mailto:zoe@berline-demo.fr'],
    ['zoe+taxi@berline-demo.fr', 'mailto:zoe+taxi@berline-demo.fr'],
    ['zoe@berline-demo.fr?bcc=x&y', 'mailto:zoe@berline-demo.fr%3Fbcc%3Dx%26y'],
  ])('%s leads to %s', (value, href) => expect(hrefOf(emailTarget(value))).toBe(href));
  it.each(['zoe', 'zoe@', 'zoe @berline-demo.fr', 'a@b@c'])('%s is text', (value) =>
    expect(emailTarget(value)).toEqual({ kind: 'text' }),
  );
});

describe('a custom value (acceptance 94)', () => {
  it.each([
    ['https://maps.example/x?a=1', 'https://maps.example/x?a=1'],
    ['http://localhost/x', 'http://localhost/x'],
    ['tarifs.berline-demo.fr/2026', 'https://tarifs.berline-demo.fr/2026'],
    ['taxi-élégance.fr', 'https://taxi-élégance.fr'],
    ['пример.рф', 'https://пример.рф'],
    ['例え.テスト', 'https://例え.テスト'],
    ['tel:+33 6 12 34 56 78', 'tel:+33612345678'],
    ['MAILTO:zoe@berline-demo.fr', 'mailto:zoe@berline-demo.fr'],
  ])('%s leads to %s', (value, href) => expect(hrefOf(customTarget(value))).toBe(href));

  it.each([
    ['a number plate', 'AB-123-CD'],
    ['a number plate with dots', 'AB.123.CD2'],
    ['hours', '8h-20h'],
    ['hours with dots', '8.30-20.00'],
    ['hours in words', 'Lun.–Sam. 8 h à 20 h'],
    ['a price', '12.50€'],
    ['a price in words', '2,40 €/km'],
    ['a decimal', '4.9'],
    ['a telephone number', '01.42.00.00.00'],
    ['an international number', '+33 6 12 34 56 78'],
    ['a mail address', 'zoe@berline-demo.fr'],
    ['an address with credentials', 'user@berline-demo.fr/x'],
    ['an IP address', '192.168.1.1'],
    ['a sentence', 'Voir berline-demo.fr'],
    ['one word', 'Paris'],
    ['an abbreviation', 'S.A.'],
    ['a script', 'javascript:alert(1)'],
    ['a script behind a tab', '\tjavascript:alert(1)'],
    ['a script with a domain', 'javascript://berline-demo.fr/%0aalert(1)'],
    ['data', 'data:text/html;base64,PHNjcmlwdD4='],
    ['another scheme', 'ftp://berline-demo.fr'],
    ['an address without scheme', '//berline-demo.fr'],
    ['markup', '<a href="https://x.fr">x</a>'],
    ['a leading dot', '.berline.fr'],
    ['a mail action without an address', 'mailto:nobody'],
    ['nothing', ''],
  ])('that is %s is text', (_what, value) => expect(customTarget(value)).toEqual({ kind: 'text' }));
});

describe('truncation (acceptance 96)', () => {
  it('leaves a text of exactly the length', () => expect(truncate('a'.repeat(20), 20)).toBe('a'.repeat(20)));
  it('cuts one character more', () => expect(truncate('a'.repeat(21), 20)).toBe(`${'a'.repeat(20)}…`));
  it('counts characters, not code units', () => expect(truncate('🚕'.repeat(20), 20)).toBe('🚕'.repeat(20)));
  it('does not part a letter from its accent', () => expect(truncate(`abe\u0301d`, 3)).toBe('ab\u00e9…'));
  it('leaves no space before the ellipsis', () => expect(truncate('Lundi au samedi', 6)).toBe('Lundi…'));
});
