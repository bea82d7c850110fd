import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openEmbeddedMessageLog } from '../message-log/embedded/embedded-message-log.ts';
import { createLogger } from '../process/observability/log.ts';
import { CheckedFiles } from './checked-files.ts';
import { DATA_FILE, lookThrough, SUMS_FILE } from './look-through.ts';

const log = createLogger({ name: 'test', level: 'silent' });
/** Flips at places spread over the file, beside each byte of the two first pages' heads. */
const FLIPS = 120;
const HEAD_BYTES = 176;
/** In a value of each store. */
const TEXT = '117 117';

let directory: string;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'checked-files-'));
});
afterEach(() => rm(directory, { recursive: true, force: true }));

/** What a store of a kind holds, as text. */
interface Opened {
  fill(): Promise<void>;
  tell(): Promise<string>;
  close(): Promise<void>;
}

async function openLog(files: CheckedFiles): Promise<Opened> {
  const messages = await openEmbeddedMessageLog({ path: directory, files });
  await messages.ensureTopics([{ name: 'state', cleanup: 'compact' }]);
  return {
    async fill() {
      for (let number = 0; number < 200; number += 1) {
        const value = Buffer.from(`${number} `.repeat(number % 30 === 0 ? 4_000 : 30));
        await messages.publish('state', [{ key: `page-${number % 150}`, value }]);
      }
    },
    async tell() {
      const found: string[] = [];
      const onBatch = async (records: readonly { readonly key: string; readonly value: Uint8Array | null }[]) => {
        for (const { key, value } of records) found.push(`${key} ${Buffer.from(value ?? []).toString()}`);
      };
      const reading = await messages.follow({ topic: 'state', from: [0], onBatch });
      await reading.caughtUp;
      await reading.stop();
      return found.join('\n');
    },
    close: () => messages.close(),
  };
}

describe.each([{ kind: 'the embedded log', open: openLog }])('in $kind', ({ open }) => {
  const newFiles = (looksFirst = false) => new CheckedFiles({ looksFirst, log });
  const file = (name: string) => join(directory, name);

  async function filled(): Promise<string> {
    const opened = await open(newFiles());
    await opened.fill();
    const told = await opened.tell();
    await opened.close();
    return told;
  }

  it('names each changed byte, unless the store holds the same without it', async () => {
    const told = await filled();
    const [data, sums] = [await readFile(file(DATA_FILE)), await readFile(file(SUMS_FILE))];
    const pageSize = data.readUInt32LE(48);
    const places = [
      ...Array.from({ length: HEAD_BYTES }, (_, byte) => byte),
      ...Array.from({ length: HEAD_BYTES }, (_, byte) => pageSize + byte),
      ...Array.from({ length: FLIPS }, (_, step) => Math.floor((step * (data.length - 1)) / FLIPS) + (step % 29)),
    ];
    let named = 0;
    const harmful: number[] = [];
    for (const [turn, at] of places.entries()) {
      const changed = Buffer.from(data);
      changed.writeUInt8(changed.readUInt8(at) ^ (1 << (turn % 8)), at);
      await writeFile(file(DATA_FILE), changed);
      await writeFile(file(SUMS_FILE), sums);
      if ((await lookThrough(directory, 'all')).length > 0) {
        named += 1;
        continue;
      }
      const opened = await open(newFiles());
      if ((await opened.tell()) !== told) harmful.push(at);
      await opened.close();
    }
    expect(harmful).toEqual([]);
    expect(named).toBeGreaterThan(FLIPS / 4);
  });

  it('names pages that are damaged while it is open, and refuses to open them when it is asked to look', async () => {
    await filled();
    const files = newFiles();
    const opened = await open(files);
    expect(await files.damages()).toEqual([]);
    const data = await readFile(file(DATA_FILE));
    for (let at = data.indexOf(TEXT); at >= 0; at = data.indexOf(TEXT, at + 1)) data.write('x', at);
    await writeFile(file(DATA_FILE), data, { flag: 'r+' });
    const named = expect.stringMatching(/\/data\.mdb is damaged \(page \d+(?:, \d+)*\)$/);
    expect(await files.damages()).toEqual([named]);
    await opened.close();
    await expect(open(newFiles(true))).rejects.toThrow(/data\.mdb is damaged \(page .*\)\. Restore a backup\.$/);
  });

  it('finds nothing in a store that goes on, is killed, or is opened again', async () => {
    const files = newFiles();
    const opened = await open(files);
    const filling = opened.fill();
    for (let turn = 0; turn < 5; turn += 1) expect(await files.damages()).toEqual([]);
    await filling;
    expect(await files.damages()).toEqual([]);
    await opened.close();
    const again = await open(newFiles(true));
    await again.close();
    expect(await lookThrough(directory, 'all')).toEqual([]);
  });

  it('keeps checksums of new pages every few minutes', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    try {
      const opened = await open(newFiles());
      await opened.fill();
      await vi.advanceTimersByTimeAsync(5 * 60 * 1000);
      vi.useRealTimers();
      await expect.poll(() => readFile(file(SUMS_FILE)).catch(() => undefined)).toBeDefined();
      await opened.close();
    } finally {
      vi.useRealTimers();
    }
  });
});
