import { describe, expect, it } from 'vitest';
import { findingsIn } from './findings.ts';
import { createIsLinear } from './is-linear.ts';

const { isLinear, undecided } = createIsLinear({ '/\\s+$/': false, '/^[a-z]+$/': true });
const rulesOf = (source: string) => findingsIn('x.ts', source, isLinear).map(({ rule, line }) => [rule, line]);

describe('texts from outside', () => {
  it.each([
    [
      'normalised past the one way',
      "const a = 1;\nexport const b = (c: string) => c.trim().normalize('NFC');",
      'normalises',
    ],
    ['of any length in a schema', 'export const a = z.object({\n  b: z.string().nullish() });', 'unbounded text'],
    ['looked at beyond its bound', 'export const a =\n  z.string().max(5).regex(/x/);', 'unbounded text'],
    ['an instant of any length', 'export const a =\n  z.iso.datetime();', 'unbounded text'],
    ['an address of any length', 'export const a =\n  z.email();', 'unbounded text'],
    ['searched from each of its blanks', '\nconst a = /\\s+$/;', 'backtracks'],
    ['searched by what nobody can know', '\nconst a = new RegExp(b);', 'made at run time'],
    ['searched by what a call makes', '\nconst a = RegExp(b);', 'made at run time'],
  ])('a text from outside may not be %s', (_, source, rule) => {
    expect(rulesOf(source)).toEqual([[rule, 2]]);
  });
});

it('allows every other use', () => {
  const source = `
    import { text } from '@volant/infra/text/outside-text';
    export const a = z.object({ b: text(20).regex(/^[a-z]+$/), c: z.number(), d: z.array(text()) });
    export const e = (given: string) => normalised(given, 'NFC', 20).replace(/\\r\\n?/g, ' ').split(/[?#]/, 1);
    export const path = normalize('./a');
    export const id = /^[A-Za-z0-9_-]{1,64}$/;
  `;
  expect(rulesOf(source)).toEqual([]);
});

it('notes patterns without an answer, unless what they repeat is bounded', () => {
  expect(rulesOf('const a = [/^(?:a+)+$/, /^a{1,64}$/];')).toEqual([]);
  expect([...undecided.keys()]).toEqual(['/^(?:a+)+$/']);
});
