// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { buildVcard, type VcardEntry, vcardFileName, vcardPhoto } from './vcard.ts';

const nobody = { name: '', company: '', entries: [], note: '', photo: '' };
const phone = (number: string) => ['TEL;TYPE=CELL', number] as const;
const email = ['EMAIL;TYPE=INTERNET', 'zoe@x.fr'] as const;
const website = (url: string) => ['URL', url] as const;
const unfolded = (card: string) => card.replaceAll('\r\n ', '');

describe('a vCard', () => {
  it('has every field, byte for byte', () => {
    const card = buildVcard({
      name: 'Zoé D’Été; SARL',
      company: 'Berline, Démo \\ Fils',
      entries: [
        phone('+33 6 12 34 56 78'),
        ['EMAIL;TYPE=INTERNET', 'zoe@berline-demo.fr'],
        website('https://berline-demo.fr/?a=1,2;3'),
      ],
      note: 'Chauffeur\r\nà Lyon,\nnuit et jour',
      photo: '',
    });
    expect(card).toBe(
      [
        'BEGIN:VCARD',
        'VERSION:3.0',
        'N:D’Été\\; SARL;Zoé;;;',
        'FN:Zoé D’Été\\; SARL',
        'ORG:Berline\\, Démo \\\\ Fils',
        'TEL;TYPE=CELL:+33 6 12 34 56 78',
        'EMAIL;TYPE=INTERNET:zoe@berline-demo.fr',
        'URL:https://berline-demo.fr/?a=1%2C2%3B3',
        'NOTE:Chauffeur\\nà Lyon\\,\\nnuit et jour',
        'END:VCARD',
        '',
      ].join('\r\n'),
    );
  });

  it('encodes spaces, commas and semicolons of a web address, at which readers would truncate it', () => {
    const card = buildVcard({ ...nobody, name: 'Zoé', entries: [website('https://x.fr/a b,c;d?é=%20')] });
    expect(card).toContain('\r\nURL:https://x.fr/a%20b%2Cc%3Bd?é=%20\r\n');
  });

  it('keeps the phone extension that the page shows', () => {
    const card = buildVcard({ ...nobody, name: 'Zoé', entries: [phone('+33 1 23 45 67 89 ext. 12')] });
    expect(card).toContain('\r\nTEL;TYPE=CELL:+33 1 23 45 67 89 ext. 12\r\n');
  });

  it.each([
    [{ name: ' ', company: 'Berline' }, 'Berline'],
    [{ entries: [phone('+33 6 39 98 00 01'), email] }, '+33 6 39 98 00 01'],
    [{ entries: [email, website('https://x.fr')] }, 'zoe@x.fr'],
    [{ entries: [website('https://x.fr')] }, 'https://x.fr'],
    [{}, 'Contact'],
  ])('of %j has the required name', (given, name) => {
    const card = buildVcard({ ...nobody, ...given });
    expect(card).toContain(`\r\nN:;;;;\r\nFN:${name}\r\n`);
  });

  it('of a company without a person says so to phones that would look for a surname', () => {
    expect(buildVcard({ ...nobody, company: 'Berline' })).toContain('\r\nORG:Berline\r\nX-ABShowAs:COMPANY\r\n');
    expect(buildVcard({ ...nobody, name: 'Zoé', company: 'Berline' })).not.toContain('X-ABShowAs');
  });

  it('labels the values whose property does not say enough', () => {
    const entries: readonly VcardEntry[] = [
      phone('+33639980001'),
      ['TEL;TYPE=CELL', '+33639980002', 'WhatsApp'],
      ['URL', 'https://x.fr/a,b', 'Volant'],
    ];
    expect(buildVcard({ ...nobody, name: 'Zoé', entries })).toContain(
      [
        'TEL;TYPE=CELL:+33639980001',
        'item2.TEL;TYPE=CELL:+33639980002',
        'item2.X-ABLabel:WhatsApp',
        'item3.URL:https://x.fr/a%2Cb',
        'item3.X-ABLabel:Volant',
        'END:VCARD',
      ].join('\r\n'),
    );
  });

  it('omits fields that are not given', () => {
    expect(buildVcard({ ...nobody, name: 'Zoé' })).toBe(
      'BEGIN:VCARD\r\nVERSION:3.0\r\nN:;Zoé;;;\r\nFN:Zoé\r\nEND:VCARD\r\n',
    );
  });

  it('prevents a value from adding a property', () => {
    const card = buildVcard({
      ...nobody,
      name: 'Zoé\r\nTEL:+33123',
      entries: [website('https://x.fr\r\nTEL:+33123'), phone('1\r\nTEL:+33123')],
    });
    expect(card.match(/^TEL/gm)).toEqual(['TEL']);
  });

  it.each(['\u0085', '\u2028', '\u2029'])(
    'writes %j, at which some readers end a line, as a line break',
    (character) => {
      const card = buildVcard({ ...nobody, name: 'Zoé', note: `a${character}b\u0000c` });
      expect(card).toContain('\r\nNOTE:a\\nb c\r\n');
    },
  );

  it.each(['a', 'é', '東', '🚕'])('folds at 75 octets without splitting %s', (character) => {
    const note = `x${character.repeat(200)}`;
    const card = buildVcard({ ...nobody, name: 'Z', note });
    const lines = card.split('\r\n');
    const sizes = lines.map((line) => Buffer.byteLength(line));
    expect(Math.max(...sizes)).toBeLessThanOrEqual(75);
    expect(Math.max(...sizes)).toBeGreaterThan(75 - Buffer.byteLength(character));
    expect(card).not.toContain('\ufffd');
    expect(card.replaceAll('\r\n ', '')).toContain(`NOTE:${note}\r\n`);
  });

  it('does not fold a line of exactly 75 octets', () => {
    const card = buildVcard({ ...nobody, name: 'Z', note: 'a'.repeat(70) });
    expect(card).toContain(`\r\nNOTE:${'a'.repeat(70)}\r\n`);
  });
});

describe('the photo of a vCard', () => {
  const bytes = Uint8Array.from({ length: 64 * 1024 }, (_, index) => index % 256);

  it('is written in base64 in folded lines, without an empty one', () => {
    const card = buildVcard({ ...nobody, name: 'Zoé' }, vcardPhoto(bytes, 'image/jpeg'));
    const photo = /^PHOTO;ENCODING=b;TYPE=JPEG:([A-Za-z\d+/=]+)\r\nEND:VCARD\r\n$/m.exec(unfolded(card))?.[1] ?? '';
    expect(new Uint8Array(Buffer.from(photo, 'base64'))).toEqual(bytes);
    expect(card.split('\r\n').filter((line) => line.trim() === '' || line.length > 75)).toEqual(['']);
  });

  it.each([0, 1, 2])('of a length that leaves %i bytes to the last group is complete', (more) => {
    const card = buildVcard({ ...nobody, name: 'Zoé' }, vcardPhoto(bytes.subarray(0, 33 + more), 'image/png'));
    const photo = /^PHOTO;ENCODING=b;TYPE=PNG:(.+)\r$/m.exec(unfolded(card))?.[1] ?? '';
    expect(new Uint8Array(Buffer.from(photo, 'base64'))).toEqual(bytes.subarray(0, 33 + more));
  });

  it('is left out if a phone would refuse it: above 64 KB, or in another format', () => {
    expect(vcardPhoto(new Uint8Array(64 * 1024 + 1), 'image/jpeg')).toBeUndefined();
    expect(vcardPhoto(bytes, 'image/webp')).toBeUndefined();
    expect(buildVcard({ ...nobody, name: 'Zoé' })).not.toContain('PHOTO');
  });
});

describe('the vCard file', () => {
  it.each([
    ['Zoé D’Été', 'Zoé D’Été.vcf'],
    ['../../etc/passwd', 'etc passwd.vcf'],
    ['a\u0000b\u202ec:d', 'a b c d.vcf'],
    ['', 'contact.vcf'],
    [' / ', 'contact.vcf'],
    ['.', 'contact.vcf'],
    ['x'.repeat(300), `${'x'.repeat(60)}.vcf`],
  ])('of %j is named %j', (name, file) => {
    expect(vcardFileName({ name, company: '' })).toBe(file);
  });

  it('of a company is named after it', () =>
    expect(vcardFileName({ name: ' ', company: 'Berline' })).toBe('Berline.vcf'));
});
