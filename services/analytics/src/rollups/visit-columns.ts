/** How an activity reads as a value of each dimension of `page_origins`; an empty value is not stored. */
export const DIMENSIONS = [
  ['country', 'toString(country)'],
  ['referrer', 'referrer_host'],
  ['source', 'toString(source)'],
  // Both hours of the autumn change of clocks that are called 2 count as 2.
  ['hour', "toString(toHour(occurred_at, 'Europe/Paris'))"],
  // Key of the added card; visits by the page's own address have none.
  ['card', 'toString(card)'],
] as const;

export const VIEWS = "countIf(type = 'VIEW')";

/** Taps with which a visitor gets in touch, or makes it possible to do so later. */
const CONTACTS = "type IN ('CLICK_CALL', 'CLICK_WHATSAPP', 'CLICK_EMAIL', 'CLICK_VCARD')";

/** Groups of the visitors of a page on one day, each with the condition that one of their activities must meet. */
export const VISITOR_GROUPS = [
  ['all', 'true'],
  ['called', "type = 'CLICK_CALL'"],
  ['contacted', CONTACTS],
] as const;

export type VisitorGroup = (typeof VISITOR_GROUPS)[number][0];

/**
 * Rows of (group, by_owner, visitors) for a page, an ownership and a day. Without the owner's visits, the first row of a
 * group counts; with them, both: the second counts only visitors who are not in the first.
 */
export const VISITORS = `arrayJoin([${VISITOR_GROUPS.map(([group, fits]) => {
  const others = `uniqExactIf(visitor, ${fits} AND NOT by_owner)`;
  return `('${group}', false, ${others}), ('${group}', true, toUInt64(uniqExactIf(visitor, ${fits}) - ${others}))`;
}).join(', ')}])`;
