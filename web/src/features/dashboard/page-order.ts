import { cardIdIn } from '@volant/proto/text/card-id';
import { searchedParts } from '@volant/proto/text/searched';
import { folded } from '../../i18n/folded.ts';
import type { PageCardFragment } from './page-card.generated.ts';

/** From this many pages on, each is a row that opens. */
export const ROWS_FROM = 3;

/** A list of this many pages gets search and order. */
export const MANY_PAGES = 6;

export const ORDERS = ['newest', 'name', 'views', 'calls'] as const;
export type PageOrder = (typeof ORDERS)[number];

/** The pages that match the search, in the order; the list arrives newest first. */
export function arranged(
  pages: readonly PageCardFragment[],
  search: string,
  order: PageOrder,
): readonly PageCardFragment[] {
  const links = search.split(/[\s,;|]+/).flatMap((word) => cardIdIn(word) ?? []);
  const searches = (links.length > 1 ? links : [cardIdIn(search) ?? search]).map((one) => searchedParts(folded(one)));
  const found = pages.filter(({ id, displayName, profile }) => {
    const text = folded([id, displayName, profile.name].join('\n'));
    return searches.some((parts) => parts.every((part) => text.includes(part)));
  });
  if (order === 'newest') return found;
  if (order === 'name')
    return found.toSorted((a, b) => nameOf(a).localeCompare(nameOf(b), undefined, { numeric: true }));
  return found.toSorted((a, b) => (b.week?.[order] ?? 0) - (a.week?.[order] ?? 0));
}

function nameOf({ displayName, profile }: PageCardFragment): string {
  return displayName || profile.name;
}
