/** Event types by their names in ClickHouse and in GraphQL. */
export const EVENT_TYPES = [
  'VIEW',
  'CLICK_CALL',
  'CLICK_WHATSAPP',
  'CLICK_EMAIL',
  'CLICK_WEBSITE',
  'CLICK_INSTAGRAM',
  'CLICK_VCARD',
  'CLICK_CUSTOM_FIELD',
] as const;

export type EventType = (typeof EVENT_TYPES)[number];
