import { describe, expect, it } from 'vitest';
import { readWhatsapp } from './whatsapp.ts';

describe('readWhatsapp', () => {
  it.each([
    ['+33 6 12 34 56 78', 'https://wa.me/33612345678', '+33 6 12 34 56 78'],
    ['0033-6.12.34.56.78', 'https://wa.me/33612345678', '+33-6.12.34.56.78'],
    ['+33 (0)6 12 34 56 78', 'https://wa.me/33612345678', '+33 6 12 34 56 78'],
    ['06 12 34 56 78', 'https://wa.me/0612345678', '06 12 34 56 78'],
    ['06 12 34 56 78 / 07 98 76 54 32', 'https://wa.me/0612345678', '06 12 34 56 78'],
    ['WhatsApp : +33 6 12 34 56 78', 'https://wa.me/33612345678', '+33 6 12 34 56 78'],
    ['https://wa.me/33612345678?text=Bonjour%2012', 'https://wa.me/33612345678', '+33612345678'],
    ['HTTPS://WA.ME/33612345678', 'https://wa.me/33612345678', '+33612345678'],
    ['wa.me/+33612345678', 'https://wa.me/33612345678', '+33612345678'],
    ['wa.me/%2B33612345678', 'https://wa.me/33612345678', '+33612345678'],
    ['https://www.wa.me//33612345678', 'https://wa.me/33612345678', '+33612345678'],
    ['wa.me/33 6 12 34 56 78', 'https://wa.me/33612345678', '+33 6 12 34 56 78'],
    ['https://wa.me/send?phone=33612345678', 'https://wa.me/33612345678', '+33612345678'],
    ['https://api.whatsapp.com/send?l=fr&phone=+33 6 12 34 56 78', 'https://wa.me/33612345678', '+33 6 12 34 56 78'],
    ['wa.me/33612345678/', 'https://wa.me/33612345678', '+33612345678'],
    ['https://https://wa.me/33612345678', 'https://wa.me/33612345678', '+33612345678'],
    ['https://api.whatsapp.com/send?phone=33612345678&text=06', 'https://wa.me/33612345678', '+33612345678'],
    ['https://api.whatsapp.com/send/?text=1&phone=%2B33612345678', 'https://wa.me/33612345678', '+33612345678'],
    ['web.whatsapp.com/send?phone=33612345678', 'https://wa.me/33612345678', '+33612345678'],
    ['whatsapp://send?phone=33612345678', 'https://wa.me/33612345678', '+33612345678'],
    ['Écrivez-moi : https://wa.me/33612345678.', 'https://wa.me/33612345678', '+33612345678'],
    ['https://wa.me/message/ABC12', 'https://wa.me/message/ABC12', 'https://wa.me/message/ABC12'],
    ['wa.me/message/ABC12?src=qr', 'https://wa.me/message/ABC12', 'https://wa.me/message/ABC12'],
    ['https://wa.me/qr/ABC12', 'https://wa.me/qr/ABC12', 'https://wa.me/qr/ABC12'],
    ['https://wa.me/c/33612345678', 'https://wa.me/c/33612345678', 'https://wa.me/c/33612345678'],
    ['//wa.me/33612345678', 'https://wa.me/33612345678', '+33612345678'],
    ['https;//wa.me/33612345678', 'https://wa.me/33612345678', '+33612345678'],
    ['[WhatsApp](https://wa.me/33612345678)', 'https://wa.me/33612345678', '+33612345678'],
    ['<a href="https://wa.me/33612345678">06</a>', 'https://wa.me/33612345678', '+33612345678'],
    ['https://l.example/?u=https%3A%2F%2Fwa.me%2F33612345678&h=A', 'https://wa.me/33612345678', '+33612345678'],
    ['whatsapp.com/catalog/336', 'https://whatsapp.com/catalog/336', 'https://whatsapp.com/catalog/336'],
    ['https://wa.link/abc123', 'https://wa.link/abc123', 'https://wa.link/abc123'],
  ])('links %s to %s', (value, href, text) => {
    expect(readWhatsapp(value)).toMatchObject({ href, text });
    expect(readWhatsapp(text)).toMatchObject({ href, text, leftOut: '' });
  });

  it.each([
    ['06 12 34 56 78', '33', 'https://wa.me/33612345678'],
    ['079 123 45 67 / 022 555 01 01', '41', 'https://wa.me/41791234567'],
    ['wa.me/0612345678', '33', 'https://wa.me/33612345678'],
    ['wa.me/41791234567', '33', 'https://wa.me/41791234567'],
    ['41 79 123 45 67', '33', 'https://wa.me/41791234567'],
  ])('completes %s with +%s', (value, code, href) => expect(readWhatsapp(value, code)?.href).toBe(href));

  it.each([
    '',
    'sur demande',
    'hello',
    '3949',
    '#31#0612345678',
    '1234567890123456789012',
    'https://chat.whatsapp.com/IQ0612345678ABC',
    'https://whatsapp.com/channel/0029Va0612345678',
    'https://wa.me/',
    'https://exemple.fr/0612345678',
    'javascript:alert(1)',
  ])('finds no number in %s', (value) => expect(readWhatsapp(value, '33')).toBeUndefined());
});
