import { expect, it } from 'vitest';
import { fillPlaceholders, firstGap, unknownPlaceholder } from './placeholders.ts';

it('a text keeps the placeholders that have no value, and everything else in braces', () => {
  const text = 'Hello {name} ({page}), you wrote on {date}, {other} { name }.';
  expect(fillPlaceholders(text, { name: 'Ana {page}', date: '$&', page: '' })).toBe(
    'Hello Ana {page} ({page}), you wrote on $&, {other} { name }.',
  );
});

it('the first gap of a text is found with its place', () => {
  expect(firstGap('On {day}, {page} and {name}')).toEqual({ at: 10, written: '{page}' });
  expect(firstGap('name} {Name} {constructor}')).toBeUndefined();
});

it('a word in braces that is no placeholder is found, in any alphabet', () => {
  expect(unknownPlaceholder('{name} {page} {date} {1} {}')).toBeUndefined();
  expect(unknownPlaceholder('{name} {prénom} {page}')).toBe('{prénom}');
  expect(unknownPlaceholder('{toString}')).toBe('{toString}');
  for (const written of ['{first name}', '{first_name}', '{ nom }', '{page.url}', '{order-no1}', '{l’heure}'])
    expect(unknownPlaceholder(`{name} ${written}`)).toBe(written);
});
