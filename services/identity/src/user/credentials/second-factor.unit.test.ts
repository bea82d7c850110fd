import { TOTP } from 'otpauth';
import { describe, expect, it } from 'vitest';
import { createRecoveryCodes, hashOfRecoveryCode } from './recovery-codes.ts';
import { createSealer } from './sealer.ts';
import { plainCode, secretFrom, stepOfCode, totpAddress } from './totp.ts';

const SECRET = Buffer.from('12345678901234567890');

describe('stepOfCode', () => {
  const now = new Date(1_111_111_111_000);
  const present = Math.floor(1_111_111_111 / 30);
  const codeAt = (step: number) => TOTP.generate({ secret: secretFrom(SECRET), timestamp: step * 30_000 });

  // RFC 6238, appendix B, SHA-1: the last six of its eight digits.
  it.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [20_000_000_000, '353130'],
  ])('knows the code of RFC 6238 at %d seconds', (seconds, code) => {
    expect(stepOfCode(SECRET, code, new Date(seconds * 1000))).toBe(Math.floor(seconds / 30));
  });

  it.each([-1, 0, 1])('accepts a code whose clock differs by %d steps', (difference) => {
    expect(stepOfCode(SECRET, codeAt(present + difference), now)).toBe(present + difference);
  });

  it.each([-2, 2])('refuses a code whose clock differs by %d steps', (difference) => {
    expect(stepOfCode(SECRET, codeAt(present + difference), now)).toBeUndefined();
  });

  it('refuses a text that is no code', () => {
    for (const text of ['', '05047', '0504710', 'abcdef']) expect(stepOfCode(SECRET, text, now)).toBeUndefined();
  });
});

it.each([
  ' 123 456\n',
  '123-456',
  '123\u2011456',
  '\u200b123\u202f456\ufeff',
  '１２３４５６',
  '١٢٣ ٤٥٦',
  '123.456',
  '𝟏𝟐𝟑𝟺𝟻𝟼',
  '123456,',
  '« 123 456 »',
  'Code : 123 456',
  'Volant code 123456.',
  '123,456',
  '123_456',
  'Volant: 123456 (30 s)',
  '<#> 123 456 is your code, valid until 10:30\nAbCdEf12345',
])('reads the code in %j', (typed) => expect(plainCode(typed)).toBe('123456'));

it.each([
  'abcd-2345-67ef-ghij',
  'abcd 2345 67ef ghij',
  'a2b3-c4d5-e6f7-ghij',
  'abcdefgh234567ij',
  '1234567',
  '12 of 3456',
  '123456 or 654321',
  'abcd-2345-67ef-ghij 123 456',
])('does not take the six digits in %j for a code', (typed) => expect(plainCode(typed)).not.toMatch(/^\d{6}$/));

it.each([
  '3. abcd-2345-67ef-ghij',
  'Volant:\tABCD\u20112345\u201167EF\u2011GHIJ',
  'code abcd-2345-67ef-ghij (03/2026)',
])('reads the recovery code in %j', (typed) =>
  expect(hashOfRecoveryCode('u1', plainCode(typed))).toBe(hashOfRecoveryCode('u1', 'abcd234567efghij')),
);

it('does not choose between two recovery codes', () => {
  const codes = plainCode('abcd-2345-67ef-ghij bcde-2345-67ef-ghij');
  for (const one of ['abcd234567efghij', 'bcde234567efghij'])
    expect(hashOfRecoveryCode('u1', codes)).not.toBe(hashOfRecoveryCode('u1', one));
});

it('reads a code of any length in little time', () => {
  const before = process.cpuUsage();
  plainCode('𝟿'.repeat(65_536));
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1000).toBeLessThan(100);
});

it('writes the address that authenticator apps read', () => {
  const { protocol, host, pathname, searchParams } = new URL(totpAddress(SECRET, 'ana@example.com'));
  expect([protocol, host, decodeURIComponent(pathname)]).toEqual(['otpauth:', 'totp', '/Volant:ana@example.com']);
  expect(searchParams.get('secret')).toBe('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ');
  expect(searchParams.get('issuer')).toBe('Volant');
});

describe('createSealer', () => {
  it('opens what an earlier secret sealed, in the same context only', () => {
    const sealed = createSealer(['former secret']).seal('totp:u1', SECRET);
    const { open } = createSealer(['new secret', 'former secret']);
    expect(open('totp:u1', sealed)).toEqual(SECRET);
    expect(open('totp:u2', sealed)).toBeUndefined();
    expect(createSealer(['new secret']).open('totp:u1', sealed)).toBeUndefined();
  });

  it('opens nothing that was changed or cut off', () => {
    const { seal, open } = createSealer(['secret']);
    const sealed = seal('c', SECRET);
    for (const text of ['', sealed.slice(0, 20), `A${sealed.slice(1)}`, `B${sealed.slice(1)}`].filter(
      (each) => each !== sealed,
    )) {
      expect(open('c', text)).toBeUndefined();
    }
  });
});

describe('recovery codes', () => {
  it('are the same for a retry of a command, and others for another command', () => {
    const { codesOf } = createRecoveryCodes('secret');
    expect(codesOf('c1')).toEqual(codesOf('c1'));
    expect(new Set([...codesOf('c1'), ...codesOf('c2')]).size).toBe(20);
    expect(codesOf('c1').every((code) => /^[a-z2-7]{4}(-[a-z2-7]{4}){3}$/.test(code))).toBe(true);
  });

  it('are recognized without hyphens and in any letter case, for one account', () => {
    expect(hashOfRecoveryCode('u1', ' ABCD efgh-2345-6723')).toBe(hashOfRecoveryCode('u1', 'abcd-efgh-2345-6723'));
    expect(hashOfRecoveryCode('u1', 'oble-oo22')).toBe(hashOfRecoveryCode('u1', '081E 0o22'));
    expect(hashOfRecoveryCode('u2', 'abcd')).not.toBe(hashOfRecoveryCode('u1', 'abcd'));
  });
});
