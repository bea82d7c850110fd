import { beforeEach, describe, expect, it } from 'vitest';
import { type CatchingUp, createCatchingUp } from './catching-up.ts';

describe('catching up with a topic', () => {
  let catchingUp: CatchingUp;
  let done: boolean;

  async function isDone(): Promise<boolean> {
    await Promise.resolve();
    await Promise.resolve();
    return done;
  }
  function begin(...spans: [partition: number, from: number, end: number][]): void {
    catchingUp = createCatchingUp(spans.map(([partition, from, end]) => ({ partition, from, end })));
    done = false;
    catchingUp.done.then(() => {
      done = true;
    });
    catchingUp.ledBy(new Map(spans.map(([partition]) => [partition, partition % 2])));
    catchingUp.joined();
  }
  const answerEmpty = (server: number, times: number) => {
    for (let time = 0; time < times; time += 1) {
      catchingUp.asking(server);
      catchingUp.answered(server);
    }
    catchingUp.asking(server);
  };

  beforeEach(() => begin([0, 5, 10], [1, 0, 3], [2, 7, 7]));

  it('ends once every partition has been read to its initial end', async () => {
    expect(catchingUp.position(0)).toBe(5);
    catchingUp.handled(0, 10);
    expect(await isDone()).toBe(false);
    catchingUp.handled(1, 2);
    expect(await isDone()).toBe(false);
    catchingUp.handled(1, 4);
    expect(await isDone()).toBe(true);
    expect(catchingUp.position(1)).toBe(4);
  });

  it('ends at once with no records to read', async () => {
    begin([0, 0, 0], [1, 8, 8]);
    expect(await isDone()).toBe(true);
  });

  it('treats a server with two empty answers as read to the end', async () => {
    catchingUp.handled(1, 3);
    answerEmpty(0, 1);
    expect(await isDone()).toBe(false);
    answerEmpty(0, 1);
    expect(await isDone()).toBe(true);
  });

  it('ignores answers from before a batch, from before joining, or of another server', async () => {
    catchingUp.handled(1, 3);
    answerEmpty(0, 1);
    catchingUp.busy();
    answerEmpty(0, 1);
    catchingUp.joined();
    answerEmpty(0, 1);
    answerEmpty(1, 5);
    expect(await isDone()).toBe(false);
  });

  it('counts an answer only after its records are handled', async () => {
    catchingUp.handled(1, 3);
    catchingUp.asking(0);
    catchingUp.answered(0);
    catchingUp.asking(0);
    // This answer contains records: they are handled before the next fetch.
    catchingUp.answered(0);
    catchingUp.busy();
    catchingUp.handled(0, 9);
    catchingUp.asking(0);
    expect(await isDone()).toBe(false);
    catchingUp.handled(0, 10);
    expect(await isDone()).toBe(true);
  });
});
