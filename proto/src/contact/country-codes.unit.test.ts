import { expect, it } from 'vitest';
import { countryCodeOf, withCountryCode } from './country-codes.ts';

it.each([
  ['+33612345678', '33'],
  ['0041 79', '41'],
  ['+352 621', '352'],
  ['0612345678', undefined],
  ['+999', undefined],
])('reads the country code of %j as %s', (number, code) => expect(countryCodeOf(number)).toBe(code));

it('replaces the country code of an international number and leaves a national number unchanged', () => {
  expect(withCountryCode('+33612345678', '33', '41')).toBe('+41612345678');
  expect(withCountryCode('0612345678', '33', '41')).toBe('0612345678');
});
