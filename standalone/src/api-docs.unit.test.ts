import { parseEvents } from '@volant/analytics/collect/parse-events';
import { describedOperations } from '@volant/gateway/rest/register-rest';
import { describe, expect, it } from 'vitest';

const described = describedOperations().find(({ id }) => id === 'collectEvents');
const event = { pageId: 'demo', type: 'VIEW' };
const id = '01a1fcc3-ca72-77c4-8f60-ab253cbff656';

const taken = (body: object) => {
  try {
    return parseEvents(body).length > 0;
  } catch {
    return false;
  }
};

/** The gateway has its own schema of events, because collect, another service, parses them by hand. */
describe('the documented schema of events agrees with collect', () => {
  it.each<[object]>([
    [event],
    [{ ...event, id, customData: '', referrer: '', source: 'nfc', later: 1 }],
    [{ ...event, pageId: 'x'.repeat(500), referrer: 'x'.repeat(2000), customData: 'x'.repeat(200) }],
    [{ ...event, type: 'CLICK_CUSTOM_FIELD', customData: 'x'.repeat(200) }],
    [{ events: [event] }],
    [{ events: Array(50).fill(event) }],
  ])('%j is accepted', (body) => {
    expect([described?.body?.safeParse(body).success, taken(body)]).toEqual([true, true]);
  });

  it.each<[object]>([
    [{}],
    [{ type: 'VIEW' }],
    [{ pageId: 'demo' }],
    [{ ...event, type: 'LOOK' }],
    [{ ...event, pageId: '' }],
    [{ ...event, pageId: 7 }],
    [{ ...event, pageId: 'x'.repeat(501) }],
    [{ ...event, id: 'one' }],
    [{ ...event, id: '' }],
    [{ ...event, id: '00000000-0000-0000-0000-000000000000' }],
    [{ ...event, id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' }],
    [{ ...event, customData: 'x'.repeat(401) }],
    [{ ...event, type: 'CLICK_CUSTOM_FIELD' }],
    [{ ...event, type: 'CLICK_CUSTOM_FIELD', customData: ' ' }],
    [{ ...event, referrer: 'x'.repeat(2001) }],
    [{ ...event, source: 'post' }],
    [{ events: [] }],
    [{ events: Array(51).fill(event) }],
    [{ events: [event, { ...event, type: 'LOOK' }] }],
  ])('%j is refused', (body) => {
    expect([described?.body?.safeParse(body).success, taken(body)]).toEqual([false, false]);
  });
});
