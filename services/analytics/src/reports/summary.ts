/** Field of `clicksByType` by event type. */
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

/** Events of a type; for taps on custom items, of one name. */
export interface TypeRow {
  readonly type: string;
  readonly name: string;
  readonly total: number;
}

interface CustomFieldCount {
  readonly name: string;
  readonly count: number;
}

export interface Summary {
  readonly views: number;
  readonly clicks: number;
  readonly clicksByType: Readonly<ClicksByType>;
  /** Taps by the name of the custom item, most first. */
  readonly customFields: readonly CustomFieldCount[];
}

/** A page has at most 20 custom fields; the rest is for their former names. */
const MAX_NAMES = 100;

/** Views and clicks; the clicks by type add up to the clicks. */
export function summaryOf(rows: readonly TypeRow[]): Summary {
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
      clicksByType[CLICKS[type]] += total;
      clicks += total;
    } else {
      views += total;
    }
  }
  const named = rows.filter(({ type }) => type === 'CLICK_CUSTOM_FIELD');
  const customFields = named
    .map(({ name, total }) => ({ name, count: total }))
    .sort((one, other) => other.count - one.count || (one.name < other.name ? -1 : 1))
    .slice(0, MAX_NAMES);
  return { views, clicks, clicksByType, customFields };
}

function isClick(type: string): type is ClickType {
  return type in CLICKS;
}
