import { codedTime, encodeActivities } from '@volant/analytics/activity-codec';
import { ActivityType } from '@volant/proto/volant/analytics/v1/activity_pb';
import { v7 as newId } from 'uuid';
import { expect, it } from 'vitest';
import { lossesIn } from './losses.ts';

const NOW = Date.parse('2026-11-20T10:00:00Z');

function recordOf(events: number) {
  const pageUid = newId();
  const common = { pageUid, tenure: 1, type: ActivityType.VIEW, day: '2026-11-20', customField: '', byOwner: false };
  const rest = { referrerHost: '', source: '', country: 'FR', card: '', visitor: { high: 0, low: 1 } };
  const activities = Array.from({ length: events }, () => ({
    ...{ ...common, ...rest },
    eventId: newId(),
    occurredAt: codedTime(NOW),
  }));
  const value = encodeActivities(activities as never);
  return { topic: 'pages.activity.v1', partition: 0, offset: 0, key: pageUid, value, at: new Date(NOW) } as never;
}

it('compares no more events of the log than one statement can name', async () => {
  const named: number[] = [];
  const client = {
    async query({ query_params: { ids = [] } }: { query_params: { ids?: readonly string[] } }) {
      named.push(ids.length);
      return { json: async () => [] };
    },
  };
  const sentences = await lossesIn({ client, database: 'volant' } as never, [recordOf(4_000), recordOf(3_500)]);
  expect(Math.max(...named)).toBeLessThanOrEqual(1_000);
  expect(sentences[0]).toMatch(/^figures are lost: of 938 events picked from the log, ClickHouse lacks 938/);
});
