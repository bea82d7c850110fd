import { describe, expect, it } from 'vitest';
import { truncate } from './truncate.ts';

describe('truncation (acceptance 96)', () => {
  it('leaves a text of exactly the length', () => expect(truncate('a'.repeat(20), 20)).toBe('a'.repeat(20)));
  it('cuts one character more', () => expect(truncate('a'.repeat(21), 20)).toBe(`${'a'.repeat(20)}…`));
  it('counts characters, not code units', () => expect(truncate('🚕'.repeat(20), 20)).toBe('🚕'.repeat(20)));
  it('does not part a letter from its accent', () => expect(truncate(`abe\u0301d`, 3)).toBe('ab\u00e9…'));
  it('leaves no space before the ellipsis', () => expect(truncate('Lundi au samedi', 6)).toBe('Lundi…'));
});
