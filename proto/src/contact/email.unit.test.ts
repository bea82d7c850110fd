import { describe, expect, it } from 'vitest';
import { readEmail } from './email.ts';

describe('readEmail', () => {
  it.each([
    ['zoe@berline-demo.fr', 'zoe@berline-demo.fr'],
    ['mailto:jean@exemple.fr', 'jean@exemple.fr'],
    ['MAILTO:jean@exemple.fr?subject=Course&cc=x@y.fr', 'jean@exemple.fr'],
    ['mailto:jean%40exemple.fr', 'jean@exemple.fr'],
    ['Jean <jean@exemple.fr>', 'jean@exemple.fr'],
    ['"Jean, VTC" <jean@exemple.fr>', 'jean@exemple.fr'],
    ['<jean@exemple.fr>', 'jean@exemple.fr'],
    ['jean@exemple.fr>', 'jean@exemple.fr'],
    ['jean@exemple.fr?subject=', 'jean@exemple.fr'],
    ['jean@exemple.fr.', 'jean@exemple.fr'],
    ['jean@exemple.fr,', 'jean@exemple.fr'],
    ['jean@exemple.fr ;', 'jean@exemple.fr'],
    ['(jean@exemple.fr)', 'jean@exemple.fr'],
    ['‘jean@exemple.fr’…', 'jean@exemple.fr'],
    ['E-mail : jean@exemple.fr', 'jean@exemple.fr'],
    ['mail:jean@exemple.fr', 'jean@exemple.fr'],
    ['mailto://jean@exemple.fr', 'jean@exemple.fr'],
    ['jean@exemple.fr/', 'jean@exemple.fr'],
    ['\u200bjean@exemple.fr\u00a0', 'jean@exemple.fr'],
    ['jean＠exemple.fr', 'jean@exemple.fr'],
    ['zoé@bücher.example', 'zoé@bücher.example'],
    ['jean @exemple.fr', 'jean@exemple.fr'],
    ['jean@ exemple.fr', 'jean@exemple.fr'],
    ['jean@exemple\u3002fr', 'jean@exemple.fr'],
    ['jean@ｅｘｅｍｐｌｅ.fr', 'jean@exemple.fr'],
    ['*jean@exemple.fr*', 'jean@exemple.fr'],
    ['`jean@exemple.fr`', 'jean@exemple.fr'],
    ['📧jean@exemple.fr', 'jean@exemple.fr'],
    ['✉️ jean@exemple.fr', 'jean@exemple.fr'],
    ['𝗷𝗲𝗮𝗻@exemple.fr', 'jean@exemple.fr'],
    ['ⓙⓔⓐⓝ@exemple.fr', 'jean@exemple.fr'],
    ['jean﹫exemple.fr', 'jean@exemple.fr'],
    ['jean%40exemple.fr', 'jean@exemple.fr'],
    ['jean%2Bvtc@exemple.fr', 'jean+vtc@exemple.fr'],
    ['jean@gmail. com', 'jean@gmail.com'],
    ['jean@gmail,com', 'jean@gmail.com'],
    ['jean @ exemple . fr', 'jean@exemple.fr'],
    ['jean (at) exemple (dot) fr', 'jean@exemple.fr'],
    ['jean[arobase]exemple.fr', 'jean@exemple.fr'],
    ['06 12 34 56 78/jean@exemple.fr', 'jean@exemple.fr'],
    ['www.exemple.fr/jean@exemple.fr', 'jean@exemple.fr'],
    ['jean/vtc@exemple.fr', 'jean/vtc@exemple.fr'],
    ['{jean@exemple.fr}', 'jean@exemple.fr'],
    ['{"email":"jean@exemple.fr"}', 'jean@exemple.fr'],
    ['¿jean@exemple.fr؟', 'jean@exemple.fr'],
    ['_jean@exemple.fr_', 'jean@exemple.fr'],
    ['_jean@exemple.fr', '_jean@exemple.fr'],
  ])('reads %s as %s', (value, address) => expect(readEmail(value)).toMatchObject({ address }));

  it.each(['a@b.fr, c@d.fr', 'a@b.fr / c@d.fr', 'a@b.fr ou c@d.fr', 'a@b.fr;c@d.fr', 'a@b.fr/c@d.fr'])(
    'takes the first address of %s',
    (value) => expect(readEmail(value)).toMatchObject({ address: 'a@b.fr' }),
  );

  it.each([
    ['zoe+taxi@berline-demo.fr', 'mailto:zoe+taxi@berline-demo.fr'],
    ['zoe?x&y@berline-demo.fr', 'mailto:zoe%3Fx%26y@berline-demo.fr'],
    ['zoe@berline-demo.fr?bcc=x&y', 'mailto:zoe@berline-demo.fr'],
  ])('links %s to %s', (value, href) => expect(readEmail(value)?.href).toBe(href));

  it.each([
    '',
    'nomail',
    'zoe@',
    'Écrire à zoe @berline-demo.fr',
    'a@b@c',
    'zoe@localhost',
    'zoe@exemple.fr/x',
    'mailto:nobody',
    'mailto:?cc=jean@exemple.fr',
    'https://jean:secret@exemple.fr',
    'https://exemple.fr/jean@autre.fr',
    'javascript:alert(1)@x',
    'exemple.fr',
    `a@${'b'.repeat(70_000)}.fr`,
  ])('finds no address in %.40s', (value) => expect(readEmail(value)).toBeUndefined());
});
