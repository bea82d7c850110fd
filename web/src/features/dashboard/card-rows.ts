import type { PageDetailsQuery } from './report-details.generated.ts';
import type { WholeReport } from './whole-report.ts';

export interface CardRow {
  /** Undefined for all cards that were given back. */
  readonly id: string | undefined;
  /** The page's own address, which is also that of its first card. */
  readonly direct: boolean;
  readonly views: number;
  readonly clicks: number;
  readonly viewsBefore: number | null;
}

/** The figures of each card that leads to the page or did, most views first; empty if there was never a second one. */
export function cardRowsOf(
  { id, cards }: Pick<PageDetailsQuery['page'], 'id' | 'cards'>,
  analytics: Pick<WholeReport, 'summary' | 'summaryBefore' | 'cards'>,
): readonly CardRow[] {
  const { summary, summaryBefore } = analytics;
  if (cards.length < 2 && analytics.cards.length === 0) return [];
  const direct = {
    card: { id },
    views: summary.views,
    clicks: summary.clicks,
    viewsBefore: summaryBefore?.views ?? null,
  };
  const none = { views: 0, clicks: 0, viewsBefore: summaryBefore === null ? null : 0 };
  const rows = new Map<string | undefined, CardRow>(
    cards.map((card) => [card.id, { id: card.id, direct: card.id === id, ...none }]),
  );
  for (const { card, views, clicks, viewsBefore } of analytics.cards.length > 0 ? analytics.cards : [direct]) {
    const row = rows.get(card?.id) ?? { id: card?.id, direct: card?.id === id, ...none };
    rows.set(card?.id, {
      ...row,
      views: row.views + views,
      clicks: row.clicks + clicks,
      viewsBefore: viewsBefore === null ? null : (row.viewsBefore ?? 0) + viewsBefore,
    });
  }
  return [...rows.values()].sort((one, other) => other.views - one.views);
}
