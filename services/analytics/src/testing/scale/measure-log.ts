/**
 * Size of an event in the embedded message log once its segment is closed and compressed. Prints JSON: bytes per event
 * by the number of events in a record. Each event is of another page and has a random id.
 */
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openEmbeddedMessageLog, segmentsOf } from '@volant/infra/message-log/embedded/embedded-message-log';
import { isCompressed } from '@volant/infra/message-log/embedded/segments/block';
import { blocksOf, type Segment, segmentsIn } from '@volant/infra/message-log/embedded/segments/segment';
import { ACTIVITY_TOPIC } from '@volant/infra/message-log/topics';
import { poll } from '@volant/infra/process/waiting/poll';
import { parisDay } from '@volant/infra/time/paris-day';
import { ActivityType, Source } from '@volant/proto/volant/analytics/v1/activity_pb';
import { codedTime, encodeActivities } from '../../activity-codec.ts';

const EVENTS = 400_000;
const AT_ONCE = 500;
const COUNTRIES = Array.from({ length: 40 }, (_, at) => String.fromCharCode(65 + (at % 26), 65 + Math.floor(at / 26)));
const HOSTS = Array.from({ length: 500 }, (_, at) => `www.site-${at}.example`);
const TYPES = [ActivityType.VIEW, ActivityType.VIEW, ActivityType.CLICK_CALL, ActivityType.CLICK_WHATSAPP];
const SOURCES = [Source.QR, Source.NFC, Source.LINK];

const oneOf = <T>(items: readonly T[]): T => items[Math.floor(Math.random() * items.length)] as T;

function activity() {
  const occurredAtMs = Date.now();
  const visitor = randomBytes(8);
  return {
    eventId: randomUUID(),
    pageUid: randomUUID(),
    tenure: 1,
    type: oneOf(TYPES),
    occurredAt: codedTime(occurredAtMs),
    day: parisDay(occurredAtMs),
    customField: '',
    referrerHost: Math.random() < 0.5 ? oneOf(HOSTS) : '',
    source: oneOf(SOURCES),
    country: oneOf(COUNTRIES),
    visitor: { high: visitor.readUInt32LE(0), low: visitor.readUInt32LE(4) },
    byOwner: false,
    card: '',
  };
}

async function isDone(segment: Segment): Promise<boolean> {
  for await (const blocks of blocksOf(segment)) return blocks.every(({ payload }) => isCompressed(payload));
  return false;
}

/** Only closed segments count: the last one is a few megabytes for any number of events. */
async function bytesOfAnEvent(eventsOfARecord: number): Promise<number> {
  const directory = await mkdtemp(path.join(tmpdir(), 'volant-log-'));
  const log = await openEmbeddedMessageLog({ path: directory });
  try {
    await log.ensureTopics([ACTIVITY_TOPIC]);
    const sender = randomUUID();
    for (let record = 0; record < EVENTS / eventsOfARecord; record += AT_ONCE) {
      const published = Array.from({ length: AT_ONCE }, (_, at) => {
        const value = encodeActivities(Array.from({ length: eventsOfARecord }, activity));
        return log.publish(ACTIVITY_TOPIC.name, [{ key: `${sender}-${record + at}`, value, headers: {} }]);
      });
      await Promise.all(published);
    }
    const segments = await segmentsIn(segmentsOf(directory, ACTIVITY_TOPIC.name));
    const closed = segments.slice(0, -1);
    let bytes = 0;
    for (const segment of closed) {
      await poll(async () => (await isDone(segment)) || undefined, { everyMs: 100 });
      bytes += (await stat(segment.file)).size;
    }
    return bytes / ((segments.at(-1)?.first ?? 0) * eventsOfARecord);
  } finally {
    await log.close();
    await rm(directory, { recursive: true });
  }
}

const sizes = { one: await bytesOfAnEvent(1), twenty: await bytesOfAnEvent(20) };
process.stdout.write(`${JSON.stringify(sizes)}\n`);
