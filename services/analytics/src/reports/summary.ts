import { countedEvents, foldedParams, inScope, type Scope } from './counted-events.ts';
import type { ReportsDatabase } from './reports-database.ts';

/** Field of `clicksByType` by the type of the event. */
const CLICKS = {
  CLICK_WHATSAPP: 'whatsapp',
  CLICK_CALL: 'call',
  CLICK_EMAIL: 'email',
  CLICK_WEBSITE: 'website',
  CLICK_INSTAGRAM: 'instagram',
  CLICK_VCARD: 'vcard',
  CLICK_CUSTOM_FIELD: 'customFields',
} as const;

type ClickType = keyof typeof CLICKS;
type ClicksByType = Record<(typeof CLICKS)[ClickType], number>;

export interface Summary {
  readonly views: number;
  readonly clicks: number;
  readonly clicksByType: Readonly<ClicksByType>;
}

/** Views and clicks of an ownership since it began; the clicks by type add up to the clicks. */
export async function summarize(reports: ReportsDatabase, scope: Scope): Promise<Summary> {
  const { condition, params } = inScope(scope);
  const rows = await reports.select<{ type: string; total: string | number }>(
    `SELECT type, sum(events) AS total FROM ${countedEvents(reports.name, condition)} GROUP BY type`,
    { ...params, ...foldedParams(await reports.folded()) },
  );
  const clicksByType: ClicksByType = {
    whatsapp: 0,
    call: 0,
    email: 0,
    website: 0,
    instagram: 0,
    vcard: 0,
    customFields: 0,
  };
  let views = 0;
  let clicks = 0;
  for (const { type, total } of rows) {
    if (isClick(type)) {
      clicksByType[CLICKS[type]] = Number(total);
      clicks += Number(total);
    } else {
      views += Number(total);
    }
  }
  return { views, clicks, clicksByType };
}

function isClick(type: string): type is ClickType {
  return type in CLICKS;
}
