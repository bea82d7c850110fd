import { describe, expect, it } from 'vitest';
import { countryCodeOf, toCallable, toInternational, withCountryCode } from './international-number.ts';

describe('a WhatsApp number', () => {
  it.each([
    ['06 12 34 56 78', '33', '+33612345678'],
    ['0612345678', '41', '+41612345678'],
    ['00 41 79 123 45 67', '33', '+41791234567'],
    ['+41 79 123 45 67', '33', '+41 79 123 45 67'],
    ['33612345678', '33', '+33612345678'],
    ['621 123 456', '352', '+352621123456'],
    ['06 6982', '39', '+39066982'],
    ['  ', '33', ''],
    ['demander', '33', 'demander'],
  ])('%j with +%s is %j', (input, code, number) => expect(toInternational(input, code)).toBe(number));

  it('stays as it is when completed again', () => {
    const once = toInternational('06 12 34 56 78', '33');
    expect(toInternational(once, '33')).toBe(once);
  });
});

describe('a number to call', () => {
  it.each([
    ['06 12 34 56 78', '33', '+33612345678'],
    ['079.123.45.67', '41', '+41791234567'],
    ['+33 6 12 34 56 78', '33', '+33 6 12 34 56 78'],
    ['3640', '33', '3640'],
    ['06 12 34 56 78, le soir', '33', '06 12 34 56 78, le soir'],
    ['', '33', ''],
  ])('%j with +%s is %j', (input, code, number) => expect(toCallable(input, code)).toBe(number));
});

it.each([
  ['+33612345678', '33'],
  ['0041 79', '41'],
  ['+352 621', '352'],
  ['0612345678', undefined],
  ['+999', undefined],
])('the country code of %j is %s', (number, code) => expect(countryCodeOf(number)).toBe(code));

it('moves to another country code, and leaves national numbers alone', () => {
  expect(withCountryCode('+33612345678', '33', '41')).toBe('+41612345678');
  expect(withCountryCode('0612345678', '33', '41')).toBe('0612345678');
});
