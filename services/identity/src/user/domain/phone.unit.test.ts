import { describe, expect, it } from 'vitest';
import { parsePhone } from './phone.ts';

describe('parsePhone', () => {
  it.each([
    ['+33639980000', '+33639980000'],
    [' +33 6 39 98 00 00 ', '+33639980000'],
    ['+33 (0)6.39.98.00.00', '+33639980000'],
    ['0033 6 39 98 00 00', '+33639980000'],
    ['+33\u202F6\u00A039-98-00\u201100', '+33639980000'],
    ['+41 22 555 01 01', '+41225550101'],
    ['+41 22 555 01 01 poste 7', '+41225550101 ext. 7'],
    ['Tél : +33 6 39 98 00 00 / +33 1 99 00 00 03', '+33639980000'],
    ['+３３６３９９８００００', '+33639980000'],
  ])('reads %j as %j', (text, number) => {
    expect(parsePhone(text)).toBe(number);
  });

  it.each([
    ['06 39 98 00 00', '33', '+33639980000'],
    ['6 39 98 00 00', '33', '+33639980000'],
    ['022 555 01 01', '41', '+41225550101'],
    ['+41 22 555 01 01', '33', '+41225550101'],
  ])('completes %j with +%s', (text, code, number) => {
    expect(parsePhone(text, code)).toBe(number);
  });

  it.each([null, '', '   '])('reads %j as no number', (text) => {
    expect(parsePhone(text)).toBeNull();
  });

  it.each([
    '06 39 98 00 00',
    '+0639980000',
    '+33 6 39',
    '+33 6 39 98 00 0',
    '+1234567890123456',
    'javascript:alert(1)',
    `+33${' '.repeat(1_000)}639980000`,
  ])('refuses %j', (text) => {
    expect(() => parsePhone(text)).toThrowError(expect.objectContaining({ code: 'PHONE_INVALID' }));
  });
});
