import { DomainError } from '@volant/infra/errors/domain-error';
import { ActivityType, Source } from '@volant/proto/volant/analytics/v1/activity_pb';
import { v4 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { parseEvents } from './parse-events.ts';

const event = { pageId: 'abc', type: 'VIEW' };

function problemOf(body: unknown): string {
  try {
    parseEvents(body);
  } catch (error) {
    if (error instanceof DomainError) return `${error.code} ${error.parameters.field ?? ''}`.trim();
    throw error;
  }
  return 'none';
}

describe('parseEvents', () => {
  it('reads one event', () => {
    const id = v4();
    const body = {
      ...event,
      pageId: ' abc ',
      id: id.toUpperCase(),
      type: 'CLICK_CUSTOM_FIELD',
      customData: ' Tarifs ',
      referrer: 'https://a.example/',
      source: 'nfc',
    };
    expect(parseEvents(body)).toEqual([
      {
        id,
        pageId: 'abc',
        type: ActivityType.CLICK_CUSTOM_FIELD,
        customField: 'Tarifs',
        referrer: 'https://a.example/',
        source: Source.NFC,
      },
    ]);
  });

  it('treats null as absent, ignores unknown fields, and drops custom data of other types', () => {
    const body = { ...event, id: null, customData: 'x', referrer: null, source: null, colour: { deep: [1] } };
    expect(parseEvents(body)).toEqual([
      {
        id: undefined,
        pageId: 'abc',
        type: ActivityType.VIEW,
        customField: '',
        referrer: '',
        source: Source.UNSPECIFIED,
      },
    ]);
  });

  it.each([1, 50])('reads a list of %d', (length) => {
    expect(parseEvents({ events: Array.from({ length }, () => event) })).toHaveLength(length);
  });

  it('accepts texts of the maximum length', () => {
    const longest = { pageId: 'x'.repeat(500), customData: '𝗯'.repeat(200), referrer: 'r'.repeat(2000) };
    expect(problemOf({ ...longest, type: 'CLICK_CUSTOM_FIELD' })).toBe('none');
  });

  it.each([
    [null, 'MALFORMED_BODY'],
    [undefined, 'MALFORMED_BODY'],
    ['text', 'MALFORMED_BODY'],
    [7, 'MALFORMED_BODY'],
    [[event], 'MALFORMED_BODY'],
    [{}, 'VALIDATION_FAILED type'],
    [{ events: [] }, 'VALIDATION_FAILED events'],
    [{ events: 'x' }, 'VALIDATION_FAILED events'],
    [{ events: null }, 'VALIDATION_FAILED events'],
    [{ events: Array.from({ length: 51 }, () => event) }, 'VALIDATION_FAILED events'],
    [{ ...event, events: [event] }, 'VALIDATION_FAILED events'],
    [{ events: [event, 7] }, 'VALIDATION_FAILED events[1]'],
    [{ events: [event, { ...event, type: 'view' }] }, 'VALIDATION_FAILED events[1].type'],
    [{ ...event, type: 'CLICK_FAX' }, 'VALIDATION_FAILED type'],
    [{ ...event, type: ['VIEW'] }, 'VALIDATION_FAILED type'],
    [{ ...event, type: 'constructor' }, 'VALIDATION_FAILED type'],
    [{ ...event, pageId: 7 }, 'VALIDATION_FAILED pageId'],
    [{ ...event, pageId: '' }, 'VALIDATION_FAILED pageId'],
    [{ ...event, pageId: 'x'.repeat(501) }, 'VALIDATION_FAILED pageId'],
    [{ ...event, id: '' }, 'VALIDATION_FAILED id'],
    [{ ...event, id: 'abc' }, 'VALIDATION_FAILED id'],
    [{ ...event, id: 7 }, 'VALIDATION_FAILED id'],
    [{ ...event, source: 'post' }, 'VALIDATION_FAILED source'],
    [{ ...event, source: 1 }, 'VALIDATION_FAILED source'],
    [{ ...event, referrer: {} }, 'VALIDATION_FAILED referrer'],
    [{ ...event, referrer: 'r'.repeat(2001) }, 'VALIDATION_FAILED referrer'],
    [{ ...event, customData: 7 }, 'VALIDATION_FAILED customData'],
    [{ ...event, customData: 'c'.repeat(401) }, 'VALIDATION_FAILED customData'],
    [{ ...event, type: 'CLICK_CUSTOM_FIELD' }, 'VALIDATION_FAILED customData'],
    [{ ...event, type: 'CLICK_CUSTOM_FIELD', customData: '  ' }, 'VALIDATION_FAILED customData'],
    [{ ...event, type: 'CLICK_CUSTOM_FIELD', customData: 'a\u202eb' }, 'VALIDATION_FAILED customData'],
    [{ ...event, type: 'CLICK_CUSTOM_FIELD', customData: 'a\u0007b' }, 'VALIDATION_FAILED customData'],
    [JSON.parse('{"__proto__":{"type":"VIEW","pageId":"abc"}}'), 'VALIDATION_FAILED type'],
  ])('refuses %j', (body, problem) => {
    expect(problemOf(body)).toBe(problem);
  });
});
