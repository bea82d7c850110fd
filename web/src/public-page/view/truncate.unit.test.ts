// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { firstCharacter, truncate } from './truncate.ts';

describe('truncation', () => {
  it('keeps a text of exactly the length', () => expect(truncate('a'.repeat(20), 20)).toBe('a'.repeat(20)));
  it('cuts a text of one more character', () => expect(truncate('a'.repeat(21), 20)).toBe(`${'a'.repeat(20)}…`));
  it('counts characters, not code units', () => expect(truncate('🚕'.repeat(20), 20)).toBe('🚕'.repeat(20)));
  it.each(['🇫🇷', '👩‍👩‍👧‍👦', '👍🏽', '1️⃣', '🏴󠁧󠁢󠁳󠁣󠁴󠁿', 'e\u0301', '각', 'क्षि', 'é'])(
    'counts %s as one character and does not split it',
    (character) => {
      expect(truncate(character.repeat(20), 20)).toBe(character.repeat(20));
      expect(truncate(character.repeat(21), 20)).toBe(`${character.repeat(20)}…`);
    },
  );
  it('leaves no space before the ellipsis', () => expect(truncate('Lundi au samedi', 6)).toBe('Lundi…'));
});

it.each([
  ['Berline', 'B'],
  ['🇫🇷 France', '🇫🇷'],
  ['👨🏽‍🔧 Garage', '👨🏽‍🔧'],
  ['', ''],
])('the first character of %s is %s', (text, first) => expect(firstCharacter(text)).toBe(first));
