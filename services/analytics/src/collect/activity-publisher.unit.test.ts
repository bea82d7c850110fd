import { DomainError } from '@volant/infra/errors/domain-error';
import { describe, expect, it } from 'vitest';
import { createActivityPublisher } from './activity-publisher.ts';

const element = (size = 1) => new Uint8Array(size).fill(7);
const turns = async (count: number) => {
  for (let turn = 0; turn < count; turn += 1) await new Promise((resolve) => setImmediate(resolve));
};

/** An outlet whose writes end when the test ends them. */
function heldOutlet() {
  const writes: { records: readonly Uint8Array[]; end: () => void; fail: (error: Error) => void }[] = [];
  const write = (records: readonly Uint8Array[]) =>
    new Promise<void>((end, fail) => {
      writes.push({ records, end, fail });
    });
  return { writes, publisher: createActivityPublisher({ write }) };
}

describe('the activity publisher', () => {
  it('answers after the write, and batches events that arrive meanwhile into the next write', async () => {
    const { writes, publisher } = heldOutlet();
    const answered: string[] = [];
    const publish = (name: string) => publisher.publish(element(), 1).then(() => answered.push(name));
    publish('a');
    publish('b');
    await turns(2);
    publish('c');
    publish('d');
    await turns(2);
    expect(writes).toHaveLength(1);
    expect(writes[0]?.records[0]).toHaveLength(2);
    expect(answered).toEqual([]);

    writes[0]?.end();
    await turns(2);
    expect(answered).toEqual(['a', 'b']);
    expect(writes[1]?.records[0]).toHaveLength(2);
    writes[1]?.end();
    await publisher.stop();
    expect(answered).toEqual(['a', 'b', 'c', 'd']);
    expect(writes).toHaveLength(2);
  });

  it('waits for requests that are being read, but at most eight turns', async () => {
    const { writes, publisher } = heldOutlet();
    let left = 20;
    function another() {
      publisher.publish(element(), 1);
      left -= 1;
      if (left > 0) setImmediate(another);
    }
    setImmediate(another);
    publisher.publish(element(), 1);
    await turns(25);
    expect(writes[0]?.records[0]).toHaveLength(1 + 8);
    writes[0]?.end();
    await turns(25);
    expect(writes[1]?.records[0]).toHaveLength(20 - 8);
  });

  it('reports a refused write and continues with the next one', async () => {
    const { writes, publisher } = heldOutlet();
    const first = publisher.publish(element(), 1);
    await turns(2);
    const second = publisher.publish(element(), 1);
    writes[0]?.fail(new DomainError('UNAVAILABLE', {}, 5));
    await expect(first).rejects.toMatchObject({ code: 'UNAVAILABLE', retryAfterSeconds: 5 });
    await turns(2);
    writes[1]?.end();
    await expect(second).resolves.toBeUndefined();
  });

  it('refuses events once too many are waiting', async () => {
    const { publisher } = heldOutlet();
    publisher.publish(element(), 20_000).catch(() => {});
    await expect(publisher.publish(element(), 1)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  });

  it('splits a large write into records that any log accepts', async () => {
    const { writes, publisher } = heldOutlet();
    for (let request = 0; request < 9; request += 1) publisher.publish(element(200_000), 50);
    await turns(2);
    const records = writes[0]?.records ?? [];
    expect(records.map((record) => record.length)).toEqual([400_000, 400_000, 400_000, 400_000, 200_000]);
  });
});
