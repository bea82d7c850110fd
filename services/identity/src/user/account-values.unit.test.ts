import { describe, expect, it } from 'vitest';
import { emailReservation, usernameReservation } from './account-keys.ts';
import { parsePassword } from './password.ts';
import { parseUsername } from './username.ts';

const family = '\u{1F468}\u200D\u{1F469}\u200D\u{1F467}';

describe('an e-mail address', () => {
  it('is one address whatever the letter case and the spelling of its domain', () => {
    expect(emailReservation('DRIVER@BÜCHER.example')).toBe(emailReservation('driver@xn--bcher-kva.example'));
    expect(emailReservation('zoe\u0301@example.com')).toBe(emailReservation(' ZO\u00C9@example.com'));
    expect(emailReservation('driver@example.com')).not.toBe(emailReservation('driver@example.org'));
  });
});

describe('a username', () => {
  it.each([
    ['Zoé', 'Zoé'],
    ['  Berline   Démo ', 'Berline Démo'],
    ['x'.repeat(50), 'x'.repeat(50)],
    [family.repeat(3), family.repeat(3)],
    ['運転手', '運転手'],
    ['سائق', 'سائق'],
  ])('%j is accepted as %j', (text, name) => {
    expect(parseUsername(text)).toBe(name);
  });

  it.each([
    '',
    'ab',
    ' a b ',
    'a\u200B\u200B\u200Bb',
    '\u3164\u3164\u3164',
    '\u2800\u2800\u2800',
    'x'.repeat(51),
    family.repeat(2),
    'demo\u0007',
    'de\nmo',
    'demo\u202Etaxi',
    'demo\uD800',
    `demo${'\u0301'.repeat(200)}`,
  ])('%j is refused', (text) => {
    expect(() => parseUsername(text)).toThrowError(expect.objectContaining({ code: 'USERNAME_INVALID' }));
  });

  it('is one name where a reader sees one', () => {
    const key = usernameReservation('Straße Démo');
    for (const twin of ['STRASSE DÉMO', 'strasse de\u0301mo', 'Straße  Démo', 'Straße\u200B Démo', 'Ｓtraße Démo']) {
      expect(usernameReservation(twin)).toBe(key);
    }
    expect(usernameReservation('Straße Demo')).not.toBe(key);
  });
});

describe('a password', () => {
  it.each(['123456', 'x'.repeat(128), '\u{1F511}'.repeat(128), ' with spaces '])('%j is accepted as it is', (text) => {
    expect(parsePassword(text)).toBe(text);
  });

  it.each(['', '12345', '\u{1F511}'.repeat(5), 'x'.repeat(129), 'x'.repeat(1_000_000)])('%# is refused', (text) => {
    expect(() => parsePassword(text)).toThrowError(expect.objectContaining({ code: 'PASSWORD_LENGTH' }));
  });

  it('is the same from every keyboard', () => {
    expect(parsePassword('cle\u0301 secre\u0300te')).toBe(parsePassword('cl\u00E9 secr\u00E8te'));
  });
});
