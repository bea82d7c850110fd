// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { type PolicyName, type PolicyText, policyText } from './policy-texts.ts';

const names: readonly PolicyName[] = ['privacy', 'refund', 'terms'];

/** All words of a text in one string. */
const wordsOf = ({ title, lede, summary, sections }: PolicyText) =>
  [title, lede, ...summary, ...sections.flatMap(({ title: heading, blocks }) => [heading, ...blocks.flat()])].join(
    '\n',
  );

const formOf = ({ summary, sections }: PolicyText) => ({
  summary: summary.length,
  sections: sections.map(({ id, blocks }) => [
    id,
    blocks.map((block) => (typeof block === 'string' ? 0 : block.length)),
  ]),
});

describe.each(names)('the %s text', (name) => {
  const [fr, en] = [policyText(name, 'fr'), policyText(name, 'en')];

  it('has the same sections, paragraphs and points in both languages', () => {
    expect(formOf(fr)).toEqual(formOf(en));
    expect(fr.updated).toBe(en.updated);
  });

  it('follows the typography of its language', () => {
    for (const text of [wordsOf(fr), wordsOf(en)]) {
      expect(text).not.toMatch(/\p{L}'\p{L}/u);
      expect(text).not.toContain('...');
    }
    expect(wordsOf(fr)).not.toMatch(/ [:;?!»]|« /);
  });
});

describe('the figures', () => {
  const figures: readonly (readonly [PolicyName, string, RegExp, RegExp])[] = [
    ['refund', 'shipped', /1 à 2.jours ouvrés/, /shipped within 1-2.business days/],
    ['refund', 'delivered', /1 à 3.jours ouvrés en France et en Suisse/, /1-3.business days in France and Switzerland/],
    ['refund', 'returned', /30.jours/, /30.days/],
    ['refund', 'refunded', /10.jours ouvrés/, /10.business days/],
    ['terms', 'refunded', /14.jours ouvrés/, /14.business days/],
    ['refund', 'withdrawn from', /Union européenne.*14.jours/, /European Union.*14-day cooling-off/],
    ['refund', 'late', /15.jours ouvrés.*contactez-nous/, /15.business days.*contact us/],
    ['refund', 'sold', /plateforme de commerce en ligne/, /e-commerce platform/],
    ['terms', 'sold', /plateforme de commerce en ligne/, /e-commerce platform/],
    ['privacy', 'sold', /plateforme de commerce en ligne/, /e-commerce platform/],
  ];
  it.each(figures)('the %s text says when a card is %s', (name, _, french, english) => {
    expect(wordsOf(policyText(name, 'fr'))).toMatch(french);
    expect(wordsOf(policyText(name, 'en'))).toMatch(english);
  });
});
