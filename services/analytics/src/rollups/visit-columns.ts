import type { ClickType, EventType } from '@volant/proto/activity/click-types';
import { CONTACT_FIELDS, CONTACTS } from '@volant/proto/contact/contacts';

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

/** Taps by which a visitor gets in touch, or makes it possible to do so later. */
const CONTACT_CLICKS: readonly ClickType[] = [
  ...CONTACT_FIELDS.filter((contact) => CONTACTS[contact].opens === 'action').map((contact) => CONTACTS[contact].click),
  'CLICK_VCARD',
];

/** Groups of a page's visitors on one day. A visitor with an activity of one of the types belongs to the group. */
export const VISITOR_GROUPS = [
  /** Of any type. */
  ['all', undefined],
  ['called', ['CLICK_CALL']],
  ['contacted', CONTACT_CLICKS],
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
