import { type ExistingPage, ownerOf } from '../domain/page.ts';
import type { PageRecord } from '../view/page-queries.ts';
import { type CommandPorts, loadPage } from './page-commands.ts';

/** The page that a card shows: itself, or the one it leads to. */
export async function pageOfCard(ports: CommandPorts, { page, version }: PageRecord): Promise<PageRecord> {
  const { leadsTo } = page.card;
  const target = leadsTo === null ? undefined : await loadPage(ports, leadsTo.uid);
  return target !== undefined && leads(page, target.page) ? target : { page, version };
}

/** Whether a card shows that page: it no longer does once the page has another owner, or had one in between. */
export function leads(card: ExistingPage, page: ExistingPage): boolean {
  const { leadsTo } = card.card;
  return leadsTo?.uid === page.uid && leadsTo.tenure === page.tenure && ownerOf(page) === ownerOf(card);
}
