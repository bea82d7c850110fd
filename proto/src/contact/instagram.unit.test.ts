import { describe, expect, it } from 'vitest';
import { readInstagram } from './instagram.ts';

const PROFILE = 'https://www.instagram.com/jean';

describe('readInstagram', () => {
  it.each([
    ['@berline.demo', 'https://www.instagram.com/berline.demo', '@berline.demo', '@berline.demo'],
    ['berline_demo', 'https://www.instagram.com/berline_demo', 'berline_demo', '@berline_demo'],
    ['jean/', PROFILE, 'jean', '@jean'],
    ['@ jean', PROFILE, '@jean', '@jean'],
    ['@@jean', PROFILE, '@jean', '@jean'],
    ['instagram.com/@jean', PROFILE, PROFILE, '@jean'],
    ['Instagram jean', PROFILE, 'jean', '@jean'],
    ['ig: jean', PROFILE, 'jean', '@jean'],
    ['Insta : @jean', PROFILE, '@jean', '@jean'],
    ['@jean, @paul', PROFILE, '@jean', '@jean'],
    ['jean,', PROFILE, 'jean', '@jean'],
    ['@jean?igsh=MzRlODBiNWFlZA==', PROFILE, '@jean', '@jean'],
    ['‘@jean’…', PROFILE, '@jean', '@jean'],
    ['Suivez @jean', PROFILE, '@jean', '@jean'],
    ['instagram://user?username=jean', PROFILE, 'jean', '@jean'],
    ['m.instagram.com/jean', PROFILE, PROFILE, '@jean'],
    ['https://m.instagram.com/jean', PROFILE, PROFILE, '@jean'],
    ['Jean Dupont (@jean) • Photos et vidéos Instagram', PROFILE, '@jean', '@jean'],
    ['📷@jean🚕', PROFILE, '@jean', '@jean'],
    ['＠ｊｅａｎ', PROFILE, '@jean', '@jean'],
    ['@𝗷𝗲𝗮𝗻', PROFILE, '@jean', '@jean'],
    ['﹫jean', PROFILE, '@jean', '@jean'],
    ['%40jean', PROFILE, '@jean', '@jean'],
    ['*@jean*', PROFILE, '@jean', '@jean'],
    ['instagram://user?username=jean&r=1', PROFILE, 'jean', '@jean'],
    ['_jean_', 'https://www.instagram.com/_jean_', '_jean_', '@_jean_'],
    ['toctoctoctoc', 'https://www.instagram.com/toctoctoctoc', 'toctoctoctoc', '@toctoctoctoc'],
    ['[@jean](https://www.instagram.com/jean)', PROFILE, PROFILE, '@jean'],
    ['<a href="https://www.instagram.com/jean">moi</a>', PROFILE, PROFILE, '@jean'],
    ['http://instagram.com/_u/jean', PROFILE, PROFILE, '@jean'],
    ['https://www.instagram.com/%40jean', PROFILE, PROFILE, '@jean'],
    ['https://www.instagram.com/accounts/login/?next=%2Fjean%2F&source=x', PROFILE, 'jean', '@jean'],
    ['instagr.am/jean', PROFILE, PROFILE, '@jean'],
    ['https://instagram.com/@jean', PROFILE, PROFILE, '@jean'],
    ['instagram.com/jean', 'https://instagram.com/jean', 'instagram.com/jean', '@jean'],
    [
      'www.instagram.com/jean/?hl=fr',
      'https://www.instagram.com/jean/?hl=fr',
      'www.instagram.com/jean/?hl=fr',
      '@jean',
    ],
    ['https//instagram.com/jean', 'https://instagram.com/jean', 'https://instagram.com/jean', '@jean'],
    ['https://https://instagram.com/jean', 'https://instagram.com/jean', 'https://instagram.com/jean', '@jean'],
    ['https://instagram.com/jean/', 'https://instagram.com/jean/', 'https://instagram.com/jean/', '@jean'],
    ['Suivez https://instagram.com/jean !', 'https://instagram.com/jean', 'https://instagram.com/jean', '@jean'],
  ])('links %s to %s', (value, href, text, shown) => {
    expect(readInstagram(value)).toEqual({ href, text, shown });
    expect(readInstagram(text)).toEqual({ href, text, shown });
  });

  it.each([
    'https://www.tiktok.com/@jean',
    'https://www.instagram.com/p/C1a2B3/',
    'https://example.org/berline',
    'https://l.instagram.com/?u=https%3A%2F%2Fexemple.fr',
    'HTTPS://Instagram.com/p/C1/?x=1',
  ])('keeps the full URL %s unchanged', (value) =>
    expect(readInstagram(value)).toEqual({ href: value, text: value, shown: value }),
  );

  it.each([
    '',
    ' @ ',
    'Jean Dupont',
    'jean-dupont',
    '.jean',
    'jean..dupont',
    'jean@exemple.fr',
    'instagram.com',
    'www.instagram.com/',
    'https://www.instagram.com',
    'https://www.instagram.com/?hl=fr',
    'élégance',
    '../evil',
    'facebook.com/jean',
    'javascript:alert(1)',
    'vbscript:x',
    'x'.repeat(31),
    'x'.repeat(70_000),
  ])('finds no profile in %.40s', (value) => expect(readInstagram(value)).toBeUndefined());
});
