import type { EventType } from '@volant/proto/activity/click-types';
import type { TextKey } from '../../i18n/text-key.ts';

/** Label of each event type: the specification’s names without CLICK_, translated. */
export const EVENT_LABELS: Readonly<Record<EventType, TextKey>> = {
  VIEW: 'analytics.type.view',
  CLICK_CALL: 'analytics.type.call',
  CLICK_WHATSAPP: 'analytics.type.whatsapp',
  CLICK_EMAIL: 'analytics.type.email',
  CLICK_WEBSITE: 'analytics.type.website',
  CLICK_INSTAGRAM: 'analytics.type.instagram',
  CLICK_VCARD: 'analytics.type.vcard',
  CLICK_CUSTOM_FIELD: 'analytics.type.customFields',
};
