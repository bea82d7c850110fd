import type { TextKey } from '../../i18n/text-key.ts';

/** Labels of event types; the view first, then the actions of visitors. */
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
