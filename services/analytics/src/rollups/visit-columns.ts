import { CLICK_TYPES, type ClickType, type EventType } from '@volant/proto/activity/click-types';

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

/** Whether a visitor gets in touch with such a tap, or makes it possible to do so later. */
const IS_CONTACT: Readonly<Record<ClickType, boolean>> = {
  CLICK_CALL: true,
  CLICK_WHATSAPP: true,
  CLICK_EMAIL: true,
  CLICK_WEBSITE: false,
  CLICK_INSTAGRAM: false,
  CLICK_VCARD: true,
  CLICK_CUSTOM_FIELD: false,
};

/** Groups of a page's visitors on one day. A visitor with an activity of one of the types belongs to the group. */
export const VISITOR_GROUPS = [
  /** Of any type. */
  ['all', undefined],
  ['called', ['CLICK_CALL']],
  ['contacted', CLICK_TYPES.filter((type) => IS_CONTACT[type])],
] as const satisfies readonly (readonly [string, readonly EventType[] | undefined])[];

export type VisitorGroup = (typeof VISITOR_GROUPS)[number][0];

/** SQL that tells whether an activity is of one of these types. */
export function isOneOf(types: readonly EventType[] | undefined): string {
  return types === undefined ? 'true' : `type IN (${types.map((type) => `'${type}'`).join(', ')})`;
}

/**
 * Rows of (group, by_owner, visitors) for a page, an ownership and a day. Without the owner's visits, the first row of a
 * group counts; with them, both: the second counts only visitors who are not in the first.
 */
export const VISITORS = `arrayJoin([${VISITOR_GROUPS.map(([group, types]) => {
  const others = `uniqExactIf(visitor, ${isOneOf(types)} AND NOT by_owner)`;
  return `('${group}', false, ${others}), ('${group}', true, toUInt64(uniqExactIf(visitor, ${isOneOf(types)}) - ${others}))`;
}).join(', ')}])`;
