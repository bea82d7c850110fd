/**
 * Process that embedded-message-log-crash.int.test.ts kills: publishes and consumes as fast as possible and prints each
 * acknowledged, refused and handled record.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { DomainError } from '../../errors/domain-error.ts';
import { say } from '../../testing/say.ts';
import { openEmbeddedMessageLog } from './embedded-message-log.ts';

const [, , path = '', segmentBytes] = process.argv;
const topic = 'activity';
const PUBLISHERS = 20;

const HOUR_MS = 60 * 60 * 1000;

const sizes = segmentBytes === undefined ? {} : { segmentSizes: { bytes: Number(segmentBytes), ms: HOUR_MS } };
const log = await openEmbeddedMessageLog({ path, ...sizes });
await log.ensureTopics([{ name: topic, cleanup: 'delete' }]);
await log.consume({
  topic,
  group: 'g',
  maxRecords: 50,
  onBatch: async (records) => {
    for (const { offset } of records) say(`handled ${offset}`);
  },
});

async function publish(publisher: string): Promise<never> {
  for (let number = 0; ; number += 1) {
    const value = `${publisher} ${number}`;
    try {
      await log.publish(topic, [{ key: publisher, value: Buffer.from(value.padEnd(2_000, '.')) }]);
      say(`published ${value}`);
    } catch (error) {
      say(`refused ${error instanceof DomainError ? error.code : String(error)}`);
      await setTimeout(5);
    }
  }
}

await Promise.all(Array.from({ length: PUBLISHERS }, () => publish(randomUUID())));
