import { describe, expect, it } from 'vitest';
import { customLink, isHarmless } from './custom-value.ts';

describe('customLink', () => {
  it.each([
    ['https://maps.example/x?a=1', 'https://maps.example/x?a=1'],
    ['http://localhost/x', 'http://localhost/x'],
    ['tarifs.berline-demo.fr/2026', 'https://tarifs.berline-demo.fr/2026'],
    ['tiktok.com/@jean', 'https://tiktok.com/@jean'],
    ['https://exemple.fr\\@autre.fr', 'https://exemple.fr/@autre.fr'],
    ['taxi-élégance.fr', 'https://taxi-élégance.fr'],
    ['пример.рф', 'https://пример.рф'],
    ['例え.テスト', 'https://例え.テスト'],
    ['https://https://maps.example/x', 'https://maps.example/x'],
    ['https://maps.example/mon lieu', 'https://maps.example/mon lieu'],
    ['www.berline-demo.fr.', 'https://www.berline-demo.fr'],
    ['https://wa.me/33612345678?text=1', 'https://wa.me/33612345678?text=1'],
    ['tel:+33 6 12 34 56 78', 'tel:+33612345678'],
    ['tel:01 23 45 67 89 poste 12 / 06 12 34 56 78', 'tel:0123456789;ext=12'],
    ['mailto:zoe@berline-demo.fr?subject=x', 'mailto:zoe@berline-demo.fr'],
    ['MAILTO:zoe@berline-demo.fr', 'mailto:zoe@berline-demo.fr'],
  ])('links %s to %s', (value, href) => expect(customLink(value)?.href).toBe(href));

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
    ['an address with a scheme and credentials', 'https://user:secret@berline-demo.fr/x'],
    ['an IP address', '192.168.1.1'],
    ['a sentence', 'Voir berline-demo.fr'],
    ['one word', 'Paris'],
    ['an abbreviation', 'S.A.'],
    ['a script', 'javascript:alert(1)'],
    ['a script behind a tab', '\tjavascript:alert(1)'],
    ['a script with a domain', 'javascript://berline-demo.fr/%0aalert(1)'],
    ['data', 'data:text/html;base64,PHNjcmlwdD4='],
    ['another scheme', 'ftp://berline-demo.fr'],
    ['markup', '<a href="https://x.fr">x</a>'],
    ['a leading dot', '.berline.fr'],
    ['a mail action without an address', 'mailto:nobody'],
    ['nothing', ''],
  ])('treats %s as text', (_what, value) => expect(customLink(value)).toBeUndefined());
});

it.each([
  ['Tarif : 50 €', true],
  ['https://exemple.fr', true],
  ['JavaScript : alert(1)', false],
  ['vbscript:x', false],
  ['data: text/html,x', false],
])('classifies %s as harmless: %s', (value, harmless) => expect(isHarmless(value)).toBe(harmless));
