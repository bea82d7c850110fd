import { DomainError } from '@volant/infra/errors/domain-error';
import { ICONS, PALETTE } from '@volant/proto/profile/custom-items';
import { EMPTY_PROFILE } from '@volant/proto/profile/profile';
import { describe, expect, it } from 'vitest';
import { parseAvatar, parseDisplayName, parseProfile } from './profile.ts';

function refusedField(parse: () => unknown): unknown {
  try {
    return { accepted: parse() };
  } catch (error) {
    if (error instanceof DomainError) return [error.code, error.parameters.field];
    throw error;
  }
}
const refused = (input: unknown) => refusedField(() => parseProfile(input));
const invalid = (field: string) => ['VALIDATION_FAILED', field];
const custom = (field: object) => ({ customFields: [{ name: 'Tarif', value: '50 €', ...field }] });

describe('parseProfile', () => {
  it('leaves out the fields that are absent', () => {
    expect(parseProfile({})).toStrictEqual({});
    expect(parseProfile({ bio: ' Paris ' })).toStrictEqual({ bio: 'Paris' });
  });

  it('empties the fields that are null', () => {
    const nothing = Object.fromEntries(Object.keys(EMPTY_PROFILE).map((field) => [field, null]));
    expect(parseProfile(nothing)).toEqual(EMPTY_PROFILE);
  });

  it('keeps every field, trimmed', () => {
    const full = {
      name: '  Chauffeur Démo ',
      company: 'Berline Démo',
      bio: 'Paris,\r\naéroports\n',
      phone: '+33 6 00 00 00 00',
      email: 'demo@example.org',
      whatsapp: '+33600000000',
      website: 'example.org:8080/tarifs',
      instagram: '@berline.demo',
      rideRequests: true,
      accent: '#1e3a8a',
      displayStyle: 'buttons',
      customFields: [{ id: 'a', name: 'Tarif', value: '50 €', icon: 'money.svg', color: '#22c55e' }],
    };
    const expected = {
      ...full,
      name: 'Chauffeur Démo',
      bio: 'Paris,\naéroports',
      customFields: [{ id: 'a', name: 'Tarif', value: '50 €', icon: 'money.svg', color: '#22C55E' }],
    };
    expect(parseProfile(full)).toEqual(expected);
  });

  it('takes only a colour for the accent, in any notation', () => {
    for (const accent of ['#1E3A8A', '1e3a8a', 'rgb(30, 58, 138)', ' #1e3a8a; '])
      expect(parseProfile({ accent })).toEqual({ accent: '#1e3a8a' });
    expect(parseProfile({ accent: '#1af' })).toEqual({ accent: '#11aaff' });
    for (const accent of ['red', '#12', '#12345g', '#1e3a8a80', 'x'.repeat(70_000)])
      expect(refused({ accent })).toEqual(invalid('profile.accent'));
  });

  it('takes the colour of an item in any notation', () => {
    for (const color of ['EF4444', '#ef4444', 'rgb(239, 68, 68)'])
      expect(parseProfile(custom({ color })).customFields?.[0]?.color).toBe('#EF4444');
  });

  it.each([
    ['a French number', { phone: '06 39 98 00 01' }],
    ['a Swiss number beside another', { phone: '079 123 45 67', whatsapp: '+41 79 123 45 67' }],
    ['a German number beside another', { phone: '0151 23 45 67 89', whatsapp: '+49 151 23456789' }],
    ['a Belgian landline beside another', { phone: '02 123 45 67', whatsapp: '+32 470 12 34 56' }],
    ['a number beside another of an unlisted country', { phone: '0803 123 4567', whatsapp: '+234 803 123 4567' }],
    ['a number without its 0', { whatsapp: '639980001' }],
    ['a service number', { phone: '3949' }],
    ['a number with the code that hides the caller’s own number', { phone: '#31#0639980001' }],
  ])('keeps %s as it was sent', (_, numbers) => expect(parseProfile(numbers)).toEqual(numbers));

  it.each([
    ['phone', { phone: '06399800011' }],
    ['phone', { phone: '063 99800' }],
    ['phone', { phone: '0151 23 45 67 89', email: 'zoe@exemple.fr' }],
    ['whatsapp', { phone: '+33 6 39 98 00 01', whatsapp: '0639980001234' }],
  ])('refuses a %s that its country does not have: %j', (contact, numbers) => {
    expect(refused(numbers)).toEqual([`${contact.toUpperCase()}_INVALID`, `profile.${contact}`]);
  });

  it('keeps only custom items with both a name and a value', () => {
    const complete = { id: 'b', name: 'Wi-Fi', value: 'oui', icon: '', color: '' };
    const fields = [{ id: 'a', name: 'Seul' }, complete, { name: ' ', value: 'x' }, { name: 'x', value: '\t' }];
    expect(parseProfile({ customFields: fields }).customFields).toEqual([complete]);
  });

  it('gives custom items distinct ids', () => {
    const item = { name: 'a', value: 'b' };
    const fields = [item, { ...item, id: 'x' }, { ...item, id: 'x' }, { ...item, id: '<b>' }, { ...item, id: 1700 }];
    const ids = parseProfile({ customFields: fields }).customFields?.map(({ id }) => id);
    expect(ids).toEqual(['field-1', 'x', 'field-2', 'field-3', '1700']);
  });

  it('accepts 17 icons and 12 colours', () => {
    expect(new Set(ICONS).size).toBe(17);
    const colors = ['', ...Object.values(PALETTE)];
    expect(new Set(colors).size).toBe(13);
    for (const icon of ICONS) expect(parseProfile(custom({ icon })).customFields?.[0]?.icon).toBe(icon);
    for (const color of colors) expect(parseProfile(custom({ color })).customFields?.[0]?.color).toBe(color);
  });

  it('allows 500 characters of bio and 200 of any other field, counted as characters, not bytes', () => {
    expect(parseProfile({ bio: '🚕'.repeat(500) }).bio).toHaveLength(1000);
    expect(refused({ bio: 'x'.repeat(501) })).toEqual(invalid('profile.bio'));
    for (const field of ['name', 'company']) {
      expect(parseProfile({ [field]: 'é'.repeat(200) })).toHaveProperty(field, 'é'.repeat(200));
    }
    const website = `e.fr/${'é'.repeat(195)}`;
    expect(parseProfile({ website }).website).toBe(website);
    for (const field of ['name', 'company', 'phone', 'email', 'whatsapp', 'website', 'instagram']) {
      expect(refused({ [field]: 'é'.repeat(201) })).toEqual(invalid(`profile.${field}`));
    }
  });

  it.each([
    ['bio', 500],
    ['name', 200],
    ['website', 200],
  ])('tells the limit of a %s that is too long', (field, limit) => {
    for (const long of [limit + 1, 4 * limit + 1, 60_000])
      expect(() => parseProfile({ [field]: 'x'.repeat(long) })).toThrow(
        expect.objectContaining({ parameters: { field: `profile.${field}`, limit } }),
      );
  });

  it('allows 20 custom items, not counting empty ones', () => {
    const item = { name: 'a', value: 'b' };
    const twenty = Array.from({ length: 20 }, () => item);
    expect(parseProfile({ customFields: [...twenty, { name: '', value: '' }] }).customFields).toHaveLength(20);
    expect(refused({ customFields: [...twenty, item] })).toEqual(invalid('profile.customFields'));
    expect(refused({ customFields: Array.from({ length: 101 }, () => ({})) })).toEqual(invalid('profile.customFields'));
  });

  it('stores register numbers in one form, and refuses those that cannot exist', () => {
    const typed = { trade: 'vtc', siren: 'FR 44 732 829 320', revtc: '075 20 0001', plate: 'ab 123 cd', adsNumber: '' };
    expect(parseProfile(typed)).toEqual({
      ...typed,
      siren: '732829320',
      revtc: 'EVTC075200001',
      plate: 'AB-123-CD',
    });
    expect(refused({ siren: '732 829 321' })).toEqual(['SIREN_INVALID', 'profile.siren']);
    expect(refused({ revtc: 'EVTC1' })).toEqual(['REVTC_INVALID', 'profile.revtc']);
    expect(refused({ professionalCard: 'x' })).toEqual(['PROFESSIONAL_CARD_INVALID', 'profile.professionalCard']);
    expect(refused({ plate: 'IO-1-AB' })).toEqual(['PLATE_INVALID', 'profile.plate']);
    expect(refused({ adsNumber: 'none' })).toEqual(['ADS_NUMBER_INVALID', 'profile.adsNumber']);
    expect(refused({ trade: 'bus' })).toEqual(invalid('profile.trade'));
  });

  it.each([
    ['name', 'a\u0000b', 'ab'],
    ['phone', '\u202a+33\u00a06\n39 98 00 01\u202c\ufeff', '+33 6 39 98 00 01'],
    ['website', 'example.org/\u202egpj.exe\u2028', 'example.org/gpj.exe'],
    ['company', '\u200b\u2069', ''],
    ['legalNotice', 'Zoé\r\n69002 Lyon', 'Zoé\n69002 Lyon'],
    ['bio', '\tUn\r\ndeux\u2029trois\u0085quatre\u000b \u001b[31m', 'Un\ndeux\ntrois\nquatre\n [31m'],
  ])('removes invisible characters from a pasted %s', (field, pasted, cleaned) => {
    expect(parseProfile({ [field]: pasted })).toHaveProperty(field, cleaned);
  });

  it.each([
    ['no object', 7, 'profile'],
    ['null', null, 'profile'],
    ['an array', [], 'profile'],
    ['a text', '{}', 'profile'],
    ['an endless JSON text', `{"bio":"${'x'.repeat(70_000)}"}`, 'profile'],
    ['an unknown key', { ownerId: 'me' }, 'profile.ownerId'],
    ['a key that reaches for the prototype', JSON.parse('{"__proto__":{"role":"ADMIN"}}'), 'profile.__proto__'],
    ['a constructor key', { constructor: {} }, 'profile.constructor'],
    ['a key that is no key', { '<script>\n': 1 }, 'profile.?script??'],
    ['a number for a text', { name: 5 }, 'profile.name'],
    ['an object for a text', { bio: { toString: 'x' } }, 'profile.bio'],
    [
      'a script in an item with marks nobody sees in it',
      custom({ value: 'java\u00adscript:alert(1)' }),
      'profile.customFields.0.value',
    ],
    ['an unknown style', { displayStyle: 'glitter' }, 'profile.displayStyle'],
    ['a style of another type', { displayStyle: ['modern'] }, 'profile.displayStyle'],
    ['an icon outside the list', custom({ icon: '../../secret.svg' }), 'profile.customFields.0.icon'],
    ['a colour outside the list', custom({ color: '#123456' }), 'profile.customFields.0.color'],
    ['a colour that is a style', custom({ color: 'red;background:url(x)' }), 'profile.customFields.0.color'],
    ['an unknown key in an item', custom({ onclick: 'x' }), 'profile.customFields.0.onclick'],
    ['a script in an item', custom({ value: 'javascript:alert(1)' }), 'profile.customFields.0.value'],
    ['a document in an item', custom({ value: 'data:text/html,x' }), 'profile.customFields.0.value'],
    ['a long item', custom({ value: 'x'.repeat(201) }), 'profile.customFields.0.value'],
    ['an item that is none', { customFields: ['x'] }, 'profile.customFields.0'],
    ['items that are no list', { customFields: { length: 1 } }, 'profile.customFields'],
  ])('refuses %s', (_, input, field) => {
    expect(refused(input)).toEqual(invalid(field));
  });

  it.each([
    ['PHONE_INVALID', 'phone', 'hello'],
    ['PHONE_INVALID', 'phone', '00 00 00 00 00'],
    ['WHATSAPP_INVALID', 'whatsapp', '+33 0 00 00 00 00'],
    ['PHONE_INVALID', 'phone', '1234567890123456789012'],
    ['PHONE_INVALID', 'phone', '+33\n6'],
    ['PHONE_INVALID', 'phone', '+33 6 12 34 56 7'],
    ['WHATSAPP_INVALID', 'whatsapp', 'https://wa.me/3361234567'],
    ['WHATSAPP_INVALID', 'whatsapp', 'sur demande'],
    ['WHATSAPP_INVALID', 'whatsapp', 'https://chat.whatsapp.com/IQ0612345678'],
    ['EMAIL_INVALID', 'email', 'nomail'],
    ['WEBSITE_INVALID', 'website', 'not a site'],
    ['WEBSITE_INVALID', 'website', 'javascript:alert(1)'],
    ['WEBSITE_INVALID', 'website', '\u202ajava\u200bscript:alert(1)'],
    ['WEBSITE_INVALID', 'website', 'JavaScript:1/alert(1)'],
    ['WEBSITE_INVALID', 'website', ' \n javascript:alert(1)'],
    ['WEBSITE_INVALID', 'website', 'data:text/html,<script>'],
    ['WEBSITE_INVALID', 'website', 'file:///etc/passwd'],
    ['INSTAGRAM_INVALID', 'instagram', 'vbscript:x'],
    ['INSTAGRAM_INVALID', 'instagram', 'Jean Dupont'],
  ])('refuses with %s for %s %j', (code, field, value) => {
    expect(refused({ [field]: value })).toEqual([code, `profile.${field}`]);
  });

  it('stores contacts without the text pasted around them', () => {
    const pasted = {
      phone: '06 12 34 56 78 / 07 98 76 54 32',
      email: 'mailto:jean@exemple.fr',
      whatsapp: 'https://wa.me/33612345678?text=Bonjour',
      website: 'https://https://exemple.fr',
      instagram: 'https://m.instagram.com/jean',
    };
    expect(parseProfile(pasted)).toMatchObject({
      phone: '06 12 34 56 78',
      email: 'jean@exemple.fr',
      whatsapp: '+33612345678',
      website: 'https://exemple.fr',
      instagram: 'https://www.instagram.com/jean',
    });
  });

  it('reads a contact in a long link, and bounds what it stores', () => {
    const words = 'x'.repeat(300);
    const links = {
      email: `mailto:jean@exemple.fr?subject=${words}&body=${words}`,
      whatsapp: `https://api.whatsapp.com/send?phone=33612345678&text=${words}`,
    };
    expect(parseProfile(links)).toEqual({ email: 'jean@exemple.fr', whatsapp: '+33612345678' });
    expect(refused({ website: `https://exemple.fr/${words}` })).toEqual(invalid('profile.website'));
  });

  it.each([
    'https://example.org/a?b=c:d',
    'HTTP://EXAMPLE.ORG',
    'example.org',
    'example.org:443',
    'example.org/a:b',
    'münchen.example',
  ])('accepts the website %s', (website) => {
    expect(parseProfile({ website }).website).toBe(website);
  });

  it.each(['Tarif : 50 €', 'tel:+33600000000', 'mailto:demo@example.org', 'Data: illimité', 'AB-123-CD', '8h-20h'])(
    'accepts the custom value %s',
    (value) => {
      expect(parseProfile(custom({ value })).customFields?.[0]?.value).toBe(value);
    },
  );
});

describe('parseDisplayName', () => {
  it('accepts at most 200 characters, and an empty text for no name', () => {
    expect(parseDisplayName(' Berline Démo ')).toBe('Berline Démo');
    expect(parseDisplayName(null)).toBe('');
    expect(refusedField(() => parseDisplayName('x'.repeat(201)))).toEqual(invalid('displayName'));
    expect(parseDisplayName('\u200ba\u0007\n')).toBe('a');
  });
});

describe('parseAvatar', () => {
  it('accepts the path of an upload, or none', () => {
    expect(parseAvatar('/uploads/3f-c1.webp')).toBe('/uploads/3f-c1.webp');
    expect(parseAvatar(null)).toBeNull();
    expect(parseAvatar('')).toBeNull();
  });

  it.each([
    '/uploads/../x.jpg',
    '//evil.example/x.jpg',
    'https://evil.example/x.png',
    '/uploads/x.svg',
    '/uploads/x',
    4,
  ])('refuses %s', (avatar) => {
    expect(refusedField(() => parseAvatar(avatar))).toEqual(invalid('avatar'));
  });
});
