import type { TFunction } from 'i18next';
import { expect, it } from 'vitest';
import { formatIn } from '../../i18n/use-locale.ts';
import type { VisitSource } from './analytics-report.generated.ts';
import { insightSentences } from './insight-sentences.ts';

/** What is said of the ways after the share of callers. */
function waysOf(...sources: readonly (readonly [VisitSource, number])[]): readonly string[] {
  const report = {
    visitors: { __typename: 'VisitorCounts' as const, visitors: 100, callers: 10, contacts: 20 },
    hours: [],
    sources: sources.map(([source, views]) => {
      return { __typename: 'SourceCount' as const, source, views, clicks: 0, viewsBefore: null };
    }),
  };
  const t = ((key: string, words: object) => [key, ...Object.values(words)].join(' ')) as TFunction;
  return insightSentences(report, t, formatIn('en')).slice(1);
}

it('tells whether the code or the card brings more', () => {
  expect(waysOf(['QR', 15], ['NFC', 8])).toEqual(['analytics.insight.moreByCode 15 8']);
  expect(waysOf(['QR', 8], ['NFC', 15], ['LINK', 99])).toEqual(['analytics.insight.moreByCard 8 15']);
});

it('does not compare the code with a card without views, in few views, or with as many', () => {
  for (const sources of [
    [['QR', 90]],
    [
      ['QR', 12],
      ['NFC', 7],
    ],
    [
      ['QR', 20],
      ['NFC', 20],
    ],
  ] as const)
    expect(waysOf(...sources)).toEqual([]);
});
