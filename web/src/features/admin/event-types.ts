import type { TextKey } from '../../i18n/text-key.ts';

/** Kinds of events in the reader's words; a view first, then what a visitor may tap. */
export const EVENT_WORDS = {
  VIEW: 'adminAnalytics.view',
  CLICK_CALL: 'analytics.type.call',
  CLICK_WHATSAPP: 'analytics.type.whatsapp',
  CLICK_EMAIL: 'analytics.type.email',
  CLICK_WEBSITE: 'analytics.type.website',
  CLICK_INSTAGRAM: 'analytics.type.instagram',
  CLICK_VCARD: 'analytics.type.vcard',
  CLICK_CUSTOM_FIELD: 'analytics.type.customFields',
} as const satisfies Readonly<Record<string, TextKey>>;
