import type { ActivityType } from '../volant/analytics/v1/activity_pb.ts';

type EventName = Exclude<keyof typeof ActivityType, 'UNSPECIFIED'>;

/**
 * Every click type, with its name in `clicksByType`. What depends on the type of a click follows from this list, in its
 * order.
 */
export const CLICK_NAMES = {
  CLICK_CALL: 'call',
  CLICK_WHATSAPP: 'whatsapp',
  CLICK_EMAIL: 'email',
  CLICK_WEBSITE: 'website',
  CLICK_INSTAGRAM: 'instagram',
  CLICK_VCARD: 'vcard',
  CLICK_CUSTOM_FIELD: 'customFields',
} as const satisfies Readonly<Record<Exclude<EventName, 'VIEW'>, string>>;

export type ClickType = keyof typeof CLICK_NAMES;
export type ClickName = (typeof CLICK_NAMES)[ClickType];
export type EventType = 'VIEW' | ClickType;

export const CLICK_TYPES = Object.keys(CLICK_NAMES) as readonly ClickType[];
export const EVENT_TYPES: readonly EventType[] = ['VIEW', ...CLICK_TYPES];

export function isClickType(type: string): type is ClickType {
  return Object.hasOwn(CLICK_NAMES, type);
}
