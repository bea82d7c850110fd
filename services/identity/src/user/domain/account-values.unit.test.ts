import { describe, expect, it } from 'vitest';
import { emailReservation, usernameReservation } from './account-keys.ts';
import { parsePassword, passwordForms } from './password.ts';
import { parseUsername } from './username.ts';

const family = '\u{1F468}\u200D\u{1F469}\u200D\u{1F467}';

describe('emailReservation', () => {
  it('is the same for every letter case and every spelling of the domain', () => {
    expect(emailReservation('DRIVER@BÜCHER.example')).toBe(emailReservation('driver@xn--bcher-kva.example'));
    expect(emailReservation('zoe\u0301@example.com')).toBe(emailReservation(' ZO\u00C9@example.com'));
    expect(emailReservation('driver@example.com')).not.toBe(emailReservation('driver@example.org'));
  });
});

describe('username', () => {
  it.each([
    ['Zoé', 'Zoé'],
    ['  Berline   Démo ', 'Berline Démo'],
    ['x'.repeat(50), 'x'.repeat(50)],
    [family.repeat(3), family.repeat(3)],
    ['運転手', '運転手'],
    ['سائق', 'سائق'],
    ['东京 Taxi', '东京 Taxi'],
    ['たかし Takashi', 'たかし Takashi'],
    ['서울 VTC', '서울 VTC'],
    ['Ahmed أحمد', 'Ahmed أحمد'],
    ['VTC Ольга', 'VTC Ольга'],
    ['Αθήνα–Taxi 24', 'Αθήνα–Taxi 24'],
    ['משה Moshe', 'משה Moshe'],
    ['Вова', 'Вова'],
    ['Νίκος', 'Νίκος'],
    ['Γιώργος 24', 'Γιώργος 24'],
    ['จันทร์', 'จันทร์'],
    ['O’Neil–2000 ★', 'O’Neil–2000 ★'],
    ['12345', '12345'],
    ['de\nmo', 'de mo'],
    ['\u202ademo\u202c\u200b', 'demo'],
    ['demo\u0007\ud800', 'demo'],
  ])('accepts %j as %j', (text, name) => {
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
    'demo@example.com',
    'dem＠',
    'dem﹫x',
    'cаmille',
    'Саmille',
    'сосо',
    'СОРА',
    'ΑΝΝΑ',
    'ναι',
    'Gοogle',
    'Вοва',
    'Anna Саmille',
    'СОРА Taxi',
    'Taxi ΑΝΝΑ',
    'Pau\u0627',
    'Ольга Οльга',
    'ᎪᎳᎥce',
    'ｃａｍｉｌｌｅ',
    '𝐜𝐚𝐦𝐢𝐥𝐥𝐞',
    'ﬁnance',
    'demo\ue000',
    `demo${'\u0301'.repeat(200)}`,
  ])('refuses %j', (text) => {
    expect(() => parseUsername(text)).toThrowError(expect.objectContaining({ code: 'USERNAME_INVALID' }));
  });

  it('reserves one name for spellings that look the same', () => {
    const key = usernameReservation('Straße Démo');
    for (const twin of ['STRASSE DÉMO', 'strasse de\u0301mo', 'Straße  Démo', 'Straße\u200B Démo', 'Ｓtraße Démo']) {
      expect(usernameReservation(twin)).toBe(key);
    }
    expect(usernameReservation('Straße Demo')).not.toBe(key);
  });
});

describe('password', () => {
  it.each(['123456', 'x'.repeat(128), '\u{1F511}'.repeat(128), 'with  spaces'])('accepts %j unchanged', (text) => {
    expect(parsePassword(text)).toBe(text);
  });

  it.each(['', '12345', '\u{1F511}'.repeat(5), 'x'.repeat(129), 'x'.repeat(1_000_000)])('refuses value %#', (text) => {
    expect(() => parsePassword(text)).toThrowError(expect.objectContaining({ code: 'PASSWORD_LENGTH' }));
  });

  it.each(['secret\r\n', '\ufeffsecret', 'sec\u200bret', '\tsecret\u0085', '\u202asecret\u202c'])(
    'removes from %j what no keyboard types, and still tries the form hashed before',
    (text) => {
      expect(parsePassword(text)).toBe('secret');
      expect(passwordForms(text)).toEqual([text, 'secret']);
    },
  );

  it('loses the blanks around it, and still tries the forms hashed before', () => {
    expect(parsePassword(' my\u00a0secret ')).toBe('my\u00a0secret');
    expect(passwordForms(' my\u00a0secret ')).toEqual([' my\u00a0secret ', 'my\u00a0secret']);
    expect(passwordForms('secret \r\n')).toEqual(['secret \r\n', 'secret ', 'secret']);
    expect(passwordForms(' abcde')).toEqual([' abcde']);
    expect(() => parsePassword(' abcde')).toThrowError(expect.objectContaining({ code: 'PASSWORD_LENGTH' }));
  });

  it('keeps the spaces inside, and has one form if no character is invisible', () => {
    expect(passwordForms('my\u00a0secret')).toEqual(['my\u00a0secret']);
    expect(passwordForms('12345\n')).toEqual(['12345\n']);
    for (const text of ['', '12345', '\u200b'.repeat(129), 'x'.repeat(1_000_000)])
      expect(passwordForms(text)).toEqual(['']);
    expect(() => parsePassword('12345\n')).toThrowError(expect.objectContaining({ code: 'PASSWORD_LENGTH' }));
  });

  it('is the same from every keyboard', () => {
    expect(parsePassword('cle\u0301 secre\u0300te')).toBe(parsePassword('cl\u00E9 secr\u00E8te'));
  });
});
