import { describe, expect, it } from 'vitest';
import { emailKey, mayBeEmail, parseEmail } from './email.ts';

/** 64 code units before the @ and 254 in all. */
const LONGEST = `${'x'.repeat(64)}@${`${'y'.repeat(61)}.`.repeat(3)}com`;

describe('an e-mail address', () => {
  it.each([
    ['driver@example.com', 'driver@example.com'],
    ['  Driver+taxi@Example.COM \n', 'Driver+taxi@Example.COM'],
    ["o'neil.x@sub.example.co", "o'neil.x@sub.example.co"],
    ['zoé@bücher.example', 'zoé@bücher.example'],
    ['a@b.co', 'a@b.co'],
    [LONGEST, LONGEST],
    [`${' '.repeat(1_005)}a@b.example`, 'a@b.example'],
    ['\u202adri\u200bver@example.com\u202c\u2028', 'driver@example.com'],
    ['dri\u0000ver@exam\u00adple.com', 'driver@example.com'],
    ['<driver@example.com>', 'driver@example.com'],
    ['Zoé Démo <driver@example.com>,', 'driver@example.com'],
    ['mailto:driver@example.com', 'driver@example.com'],
    ['mailto://driver@example.com', 'driver@example.com'],
    ['MAILTO:driver@example.com?subject=Bonjour', 'driver@example.com'],
    ['driver@example.com.', 'driver@example.com'],
    ['driver@example.com ;', 'driver@example.com'],
    ['driver\uff20example.com', 'driver@example.com'],
    ['jean\u2011luc@example.com', 'jean-luc@example.com'],
    ['driver @example.com', 'driver@example.com'],
    ['driver@ example.com', 'driver@example.com'],
    ['Zoé <driver @example.com>', 'driver@example.com'],
    ['driver@example.com <driver@example.com>', 'driver@example.com'],
    ['"driver@example.com" <Driver@example.com>', 'driver@example.com'],
    ['driver@example.com<mailto:driver@example.com>', 'driver@example.com'],
    ['E-mail : driver@example.com', 'driver@example.com'],
    ['Adresse e-mail : driver @example.com', 'driver@example.com'],
    ['mail:driver@example.com', 'driver@example.com'],
    ['mailto:driver%40example.com', 'driver@example.com'],
    ['mailto:zoe%CC%81%40example.com', 'zoé@example.com'],
    ['driver@example.com/', 'driver@example.com'],
    ['driver@example.com (Zoé)', 'driver@example.com'],
    ['[driver@example.com](mailto:driver@example.com)', 'driver@example.com'],
    ['<a href="mailto:driver@example.com">driver@example.com</a>', 'driver@example.com'],
    ['*driver@example.com*', 'driver@example.com'],
    ['• driver@example.com', 'driver@example.com'],
    ['📧driver@example.com', 'driver@example.com'],
    ['driver@example.com|', 'driver@example.com'],
    ['email=driver@example.com', 'driver@example.com'],
    ['EMAIL;TYPE=work:driver@example.com', 'driver@example.com'],
    ['mailto:driver@example.com?cc=other@example.com', 'driver@example.com'],
    ['mailto:?to=driver@example.com', 'driver@example.com'],
    ['𝗱𝗿𝗶𝘃𝗲𝗿@example.com', 'driver@example.com'],
    ['ⓓⓡⓘⓥⓔⓡ@example.com', 'driver@example.com'],
    ['driver﹫example.com', 'driver@example.com'],
    ['driver%40example.com', 'driver@example.com'],
    ['driver%2Btaxi@example.com', 'driver+taxi@example.com'],
    ['driver@example. com', 'driver@example.com'],
    ['driver [at] example [dot] com', 'driver@example.com'],
    ['driver(arobase)example(point)com', 'driver@example.com'],
    ['{driver@example.com}', 'driver@example.com'],
    ['**driver@example.com**', 'driver@example.com'],
    ['_driver@example.com_', 'driver@example.com'],
    ['driver@example.com،', 'driver@example.com'],
    ['「driver@example.com」', 'driver@example.com'],
    ['MAILTO:?subject=Bonjour&To=driver%40example.com&cc=other@example.com', 'driver@example.com'],
  ])('%j is accepted as %j', (text, address) => {
    expect(parseEmail(text)).toBe(address);
  });

  it.each([
    '',
    'driver',
    'driver@',
    '@example.com',
    'driver@localhost',
    'driver@example.c0m-',
    'driver@-example.com',
    'driver@sub.-example.com',
    'driver@exa mple.com',
    'dri ver@example.com',
    '.driver@example.com',
    'dri..ver@example.com',
    'driver.@example.com',
    'a@b@example.com',
    'driver@example.com, other@example.com',
    'Zoé driver@example.com',
    'driver@example.com?subject=x',
    'driver@example.com other',
    'mailto:?cc=other@example.com',
    'mailto:?subject=driver@example.com',
    'driver@example.com.evil driver@example.com',
    'https://driver:secret@example.com',
    'driver@example.com <other@example.com>',
    'https://example.com/@driver',
    'https://example.com/@driver.fr',
    'driver@example.com<mailto:other@example.com>',
    'mailto:driver%40example.com%0D%0ABcc:%20other@example.com',
    'driver@127.0.0.1',
    'driver@[127.0.0.1]',
    'driver@example.com\r\nBcc: other@example.com',
    `${'x'.repeat(65)}@example.com`,
    `x@${'y'.repeat(64)}.com`,
    `x@${'yyyyyyyyy.'.repeat(25)}com`,
    'x'.repeat(70_000),
  ])('%j is refused', (text) => {
    expect(() => parseEmail(text)).toThrowError(expect.objectContaining({ code: 'EMAIL_INVALID' }));
  });

  it('has one key, whatever its letter case and domain encoding', () => {
    const key = 'zoé@xn--bcher-kva.example';
    for (const same of [
      'zoé@bücher.example',
      ' ZOÉ@Bücher.Example ',
      '\u2068zoé@bücher.\u200bexample\u2069',
      'zoe\u0301@xn--bcher-kva.example',
      'mailto:zoé@bücher.example',
      'Zoé <zoé@bücher.example>',
      'zoé @bücher.example',
      'E-mail : zoé@bücher.example/',
      'zoé@bücher.example <zoé@bücher.example>',
    ])
      expect(emailKey(same)).toBe(key);
    expect(emailKey('zoe@bücher.example')).not.toBe(key);
    expect([mayBeEmail(LONGEST), mayBeEmail(`${LONGEST}\u200b`), mayBeEmail(`${LONGEST}x`)]).toEqual([
      true,
      true,
      false,
    ]);
  });
});
