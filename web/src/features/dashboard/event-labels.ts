import { CLICK_NAMES, EVENT_TYPES, type EventType } from '@volant/proto/activity/click-types';
import type { TextKey } from '../../i18n/text-key.ts';

/** Label of each event type: the specification’s names without CLICK_, translated. */
export const EVENT_LABELS = Object.fromEntries(EVENT_TYPES.map((type) => [type, labelOf(type)])) as Readonly<
  Record<EventType, TextKey>
>;

/** The compiler refuses a type without a text. */
function labelOf(type: EventType): TextKey {
  return type === 'VIEW' ? 'analytics.type.view' : `analytics.type.${CLICK_NAMES[type]}`;
}
