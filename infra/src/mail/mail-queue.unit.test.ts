import { afterEach, expect, it, vi } from 'vitest';
import type { Cache } from '../cache/cache.ts';
import { createMemoryCache } from '../cache/memory-cache.ts';
import type { Commit } from '../event-store/event-store.ts';
import { createLogger } from '../process/observability/log.ts';
import { NO_MEASURES } from '../process/observability/metrics.ts';
import type { Message } from './mail.ts';
import { createMailQueue, type PendingMail } from './mail-queue.ts';

const NOW = new Date('2026-11-30T07:00:00Z');
const log = createLogger({ name: 'test', level: 'silent' });
let stop = async () => {};
afterEach(async () => {
  vi.useRealTimers();
  await stop();
});

/** A queue over one commit that requires these messages. */
async function queueOf(
  mails: readonly Pick<PendingMail, 'eventId' | 'until'>[],
  send = async (_: Message) => {},
  cache: Cache = createMemoryCache(),
) {
  const commit: Commit = {
    ...{ position: 1, streamId: 's', version: 1, commandId: 'c', events: [], at: NOW.toISOString() },
    meta: { actor: 'system', correlationId: 'x' },
  };
  const sent: Message[] = [];
  const failed = vi.spyOn(log, 'error');
  const queue = createMailQueue({
    ...{ name: 'mails', cache, clock: () => NOW, log, measures: NO_MEASURES, everyMs: 60_000 },
    store: {
      readAll: async (after) => (after < 1 ? [commit] : []),
      onAppend: () => () => {},
      checkpoints: { load: async () => 0, save: async () => {} },
    },
    mail: {
      ...{ forget: async () => {}, close: async () => {} },
      async send(message) {
        sent.push(message);
        await send(message);
      },
    },
    pendingMailsOf: () =>
      mails.map(({ eventId, until }) => ({
        ...{ eventId, until, isStillNeeded: async () => true },
        compose: async () => ({ to: 'a@example.test', subject: eventId, text: 'x' }),
      })),
  });
  stop = () => queue.stop();
  await queue.start();
  return { sent, failed };
}

it('sends 200,000 weekly letters, and before them what becomes useless sooner', async () => {
  const mails = Array.from({ length: 200_000 }, (_, n) => ({
    eventId: `letter ${n}`,
    until: '2026-12-02T00:00:00Z',
  }));
  const link = { eventId: 'link', until: '2026-11-30T08:00:00Z' };
  const { sent, failed } = await queueOf([...mails, link]);
  await expect.poll(() => sent.length).toBeGreaterThan(40);
  expect(sent[0]?.subject).toBe('link');
  expect(failed).not.toHaveBeenCalled();
});

it('sends a message again under the same id, because the mail server may have taken it', async () => {
  const mails = ['one', 'other'].map((eventId) => ({ eventId, until: '2026-11-30T08:00:00Z' }));
  const lost = async () => {
    throw new Error('The connection was lost.');
  };
  const ids: unknown[] = [];
  for (const send of [lost, undefined]) {
    const { sent } = await queueOf(mails, send);
    await expect.poll(() => sent.length).toBe(2);
    await stop();
    ids.push(sent.map(({ id }) => id));
  }
  expect(ids[0]).toEqual([expect.stringMatching(/^[0-9a-f-]{36}$/), expect.stringMatching(/^[0-9a-f-]{36}$/)]);
  expect(ids[1]).toEqual(ids[0]);
  expect(new Set(ids.flat()).size).toBe(2);
});

it('keeps its claim while a slow server takes a message, so that no other process sends it, too', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] });
  const cache = createMemoryCache({ clock: () => new Date() });
  let taken = () => {};
  const slow = () => new Promise<void>((resolve) => (taken = resolve));
  const { sent } = await queueOf([{ eventId: 'slow', until: '2026-11-30T08:00:00Z' }], slow, cache);
  await expect.poll(() => sent.length).toBe(1);
  await vi.advanceTimersByTimeAsync(10 * 60_000);
  expect(await cache.get('mail:slow')).toBe('sending');
  taken();
  await expect.poll(() => cache.get('mail:slow')).toBe('sent');
  await vi.advanceTimersByTimeAsync(10 * 60_000);
  expect(await cache.get('mail:slow')).toBe('sent');
});
