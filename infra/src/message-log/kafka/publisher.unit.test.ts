import { describe, expect, it, vi } from 'vitest';
import { createLogger } from '../../process/observability/log.ts';
import type { OutgoingRecord } from '../message-log.ts';
import { createKafkaPublisher } from './publisher.ts';

const logger = createLogger({ name: 'test', level: 'silent' });
const TOO_LARGE = new Error('too large');
const text = ({ value }: OutgoingRecord) => Buffer.from(value ?? []).toString();
const record = (value: string): OutgoingRecord => ({ key: 'k', value: Buffer.from(value) });

function setUp(answer: (values: readonly string[], sender: number) => Promise<void>) {
  const sends: { readonly topic: string; readonly sender: number; readonly values: readonly string[] }[] = [];
  let senders = 0;
  let closed = 0;
  const publisher = createKafkaPublisher({
    openSender: (topic) => {
      senders += 1;
      const sender = senders;
      return {
        send(records) {
          const values = records.map(text);
          sends.push({ topic, sender, values });
          return answer(values, sender);
        },
        async close() {
          closed += 1;
        },
      };
    },
    isRefusal: (error) => error === TOO_LARGE,
    logger,
  });
  return { publisher, sends, senders: () => senders, closed: () => closed };
}

describe('publishing to Kafka', () => {
  it('sends records published meanwhile together, and never runs two sends of a topic at once', async () => {
    let under = 0;
    const { publisher, sends } = setUp(async () => {
      under += 1;
      expect(under).toBe(1);
      await new Promise((resolve) => setTimeout(resolve, 5));
      under -= 1;
    });
    const publish = (value: string) => publisher.publish('t', [record(value)], 60_000);
    const first = [publish('1'), publish('2')];
    await vi.waitFor(() => expect(sends).toHaveLength(1));
    await Promise.all([...first, publish('3'), publish('4'), publish('5')]);
    expect(sends.map(({ values }) => values)).toEqual([
      ['1', '2'],
      ['3', '4', '5'],
    ]);
  });

  it('continues with a new sender after one has given up', async () => {
    const { publisher, sends, closed } = setUp(async (_, sender) => {
      if (sender === 1) throw new Error('out of order');
    });
    await publisher.publish('t', [record('1')], 60_000);
    expect(sends.map(({ sender }) => sender)).toEqual([1, 2]);
    expect(closed()).toBe(1);
  });

  it('refuses at the deadline, and sends no records whose call has ended', async () => {
    let answer = () => {};
    const { publisher, sends } = setUp(
      () =>
        new Promise((resolve) => {
          answer = resolve;
        }),
    );
    const results = [publisher.publish('t', [record('on its way')], 30)];
    await vi.waitFor(() => expect(sends).toHaveLength(1));
    results.push(publisher.publish('t', [record('waiting')], 30));
    for (const result of results) await expect(result).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    const later = publisher.publish('t', [record('later')], 60_000);
    answer();
    await vi.waitFor(() => expect(sends).toHaveLength(2));
    answer();
    await later;
    expect(sends[1]?.values).toEqual(['later']);
  });

  it('rejects only the bad record and writes the others', async () => {
    const { publisher, senders } = setUp(async (values) => {
      if (values.includes('huge')) throw TOO_LARGE;
    });
    const results = await Promise.allSettled(
      ['1', 'huge', '2'].map((value) => publisher.publish('t', [record(value)], 60_000)),
    );
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(senders()).toBe(1);
  });

  it('splits records that exceed one send, in order', async () => {
    const { publisher, sends } = setUp(async () => {});
    const values = Array.from({ length: 7 }, (_, index) => `${index}`.padEnd(300_000, '.'));
    await publisher.publish('t', values.map(record), 60_000);
    expect(sends.length).toBeGreaterThan(2);
    expect(sends.flatMap((send) => send.values)).toEqual(values);
  });

  it('sends topics separately', async () => {
    const { publisher, sends } = setUp((values) =>
      values.includes('stuck') ? new Promise(() => {}) : Promise.resolve(),
    );
    const stuck = publisher.publish('a', [record('stuck')], 100);
    await publisher.publish('b', [record('1')], 60_000);
    expect(sends.map(({ topic }) => topic).sort()).toEqual(['a', 'b']);
    await expect(stuck).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  });
});
