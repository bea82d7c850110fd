import { DomainError } from '@volant/infra/errors/domain-error';
import { normalised } from '@volant/infra/text/outside-text';
import { EVENT_TYPES } from '@volant/proto/activity/click-types';
import { LONGEST_ITEM_NAME_UNITS, LONGEST_REFERENCE } from '@volant/proto/text/lengths';
import { ActivityType, Source } from '@volant/proto/volant/analytics/v1/activity_pb';
import { isUuid } from './event-id.ts';

const MAX_EVENTS = 50;
const MAX_REFERRER = 2000;
/** Index of an event that was sent without a list. */
const ALONE = -1;
/**
 * Characters that an item name may not contain: control characters, line separators, and marks that change the text
 * direction.
 */
const NO_NAME = /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\u202a-\u202e\u2066-\u2069]/u;

/** One event as sent by a visitor's browser, validated but not yet matched with a page. */
export interface IncomingEvent {
  readonly id: string | undefined;
  readonly pageId: string;
  readonly type: ActivityType;
  /** Name of the custom field; empty for all types except CLICK_CUSTOM_FIELD. */
  readonly customField: string;
  readonly referrer: string;
  readonly source: Source;
}

const TYPES = new Map<unknown, ActivityType>(EVENT_TYPES.map((type) => [type, ActivityType[type]]));

const SOURCES = new Map<unknown, Source>([
  [undefined, Source.UNSPECIFIED],
  [null, Source.UNSPECIFIED],
  ['qr', Source.QR],
  ['nfc', Source.NFC],
  ['link', Source.LINK],
]);

/**
 * Reads the body of POST /api/public/events: one event or `{ events: [1..50] }`. Null counts as absent, and unknown
 * fields are ignored, so that an older page and a newer server stay compatible. Written by hand because it runs for
 * every event: one pass, and it allocates only the result.
 * @throws DomainError VALIDATION_FAILED with the first invalid field; MALFORMED_BODY if the body is not an object
 */
export function parseEvents(body: unknown): readonly IncomingEvent[] {
  if (!isObject(body)) throw new DomainError('MALFORMED_BODY');
  const { events } = body;
  if (events === undefined) return [parseEvent(body, ALONE)];
  if (!Array.isArray(events) || events.length < 1 || events.length > MAX_EVENTS || body.pageId !== undefined) {
    throw invalid(ALONE, 'events');
  }
  return events.map((event: unknown, index) => {
    if (!isObject(event)) throw invalid(index);
    return parseEvent(event, index);
  });
}

function parseEvent(event: Readonly<Record<string, unknown>>, index: number): IncomingEvent {
  const type = TYPES.get(event.type);
  if (type === undefined) throw invalid(index, 'type');
  const source = SOURCES.get(event.source);
  if (source === undefined) throw invalid(index, 'source');

  const { pageId } = event;
  if (typeof pageId !== 'string' || pageId === '' || pageId.length > LONGEST_REFERENCE) throw invalid(index, 'pageId');
  const id = optionalText(event.id, 36, index, 'id');
  if (id !== '' && !isUuid(id)) throw invalid(index, 'id');
  // An empty id is a mistake of the sender and not a missing id.
  if (id === '' && typeof event.id === 'string') throw invalid(index, 'id');

  const customData = optionalText(event.customData, LONGEST_ITEM_NAME_UNITS, index, 'customData').trim();
  const isCustom = type === ActivityType.CLICK_CUSTOM_FIELD;
  if (isCustom && (customData === '' || NO_NAME.test(customData))) throw invalid(index, 'customData');
  return {
    id: id === '' ? undefined : id.toLowerCase(),
    pageId: pageId.trim(),
    type,
    customField: isCustom ? normalised(customData, 'NFC', LONGEST_ITEM_NAME_UNITS) : '',
    referrer: optionalText(event.referrer, MAX_REFERRER, index, 'referrer'),
    source,
  };
}

function optionalText(value: unknown, maxLength: number, index: number, field: string): string {
  if (value === undefined || value === null) return '';
  if (typeof value !== 'string' || value.length > maxLength) throw invalid(index, field);
  return value;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Builds the field name only on failure, not for each valid field. */
function invalid(index: number, field?: string): DomainError {
  const names = [index === ALONE ? undefined : `events[${index}]`, field];
  return new DomainError('VALIDATION_FAILED', { field: names.filter((name) => name !== undefined).join('.') });
}
