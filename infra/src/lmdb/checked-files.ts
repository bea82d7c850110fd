import { join } from 'node:path';
import type { RootDatabase } from 'lmdb';
import pLimit from 'p-limit';
import type { Logger } from '../process/observability/log.ts';
import { OperatorError } from '../process/settings/server-errors.ts';
import { DATA_FILE, lookThrough, type Scope } from './look-through.ts';

interface Parts {
  /** Looks through each file before it is opened. */
  readonly looksFirst: boolean;
  readonly log: Logger;
}

/** Until then, a page written since has no checksum. */
const EVERY_MS = 5 * 60 * 1000;
/** A stop does not wait longer. */
const LEAVES_WITHIN_MS = 2_000;
const PAGES_NAMED = 5;

/** The LMDB files of a process, whose pages have checksums in a file beside them. */
export class CheckedFiles {
  readonly #parts: Parts;
  readonly #open = new Map<string, RootDatabase>();
  readonly #inTurn = pLimit(1);
  #timer: NodeJS.Timeout | undefined;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** @throws OperatorError if it was asked to look first, and pages are damaged */
  async refuseDamaged(directory: string): Promise<void> {
    if (!this.#parts.looksFirst) return;
    const sentence = sentenceOf(directory, await lookThrough(directory, 'all'));
    if (sentence !== undefined) throw new OperatorError(`${sentence}. Restore a backup.`);
  }

  /** Call once it is open. */
  add(directory: string, root: RootDatabase): void {
    this.#open.set(directory, root);
    this.#timer ??= setInterval(() => void this.#takeSums([...this.#open.keys()]), EVERY_MS).unref();
  }

  /** Call after the last write and before the environment is closed. */
  async leave(directory: string): Promise<void> {
    await this.#takeSums([directory], AbortSignal.timeout(LEAVES_WITHIN_MS));
    this.#open.delete(directory);
    if (this.#open.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  /** Sentences that name damaged files. */
  async damages(): Promise<readonly string[]> {
    const sentences: string[] = [];
    for (const directory of this.#open.keys()) {
      const first = await this.#look(directory, 'all');
      // The first pages of the file may change while they are read.
      const again = first.length === 0 ? [] : await this.#look(directory, 'all');
      const sentence = sentenceOf(
        directory,
        again.filter((page) => first.includes(page)),
      );
      if (sentence !== undefined) sentences.push(sentence);
    }
    return sentences;
  }

  async #takeSums(directories: readonly string[], signal?: AbortSignal): Promise<void> {
    for (const directory of directories) {
      try {
        const damaged = sentenceOf(directory, await this.#look(directory, 'new', signal));
        if (damaged !== undefined) this.#parts.log.error(damaged);
      } catch (error) {
        this.#parts.log.warn({ err: error, directory }, 'checksums of its pages cannot be kept');
      }
    }
  }

  #look(directory: string, scope: Scope, signal?: AbortSignal): Promise<readonly number[]> {
    return this.#inTurn(async () => {
      const reading = this.#open.get(directory)?.useReadTransaction();
      if (reading === undefined) return [];
      try {
        return await lookThrough(directory, scope, signal);
      } finally {
        reading.done();
      }
    });
  }
}

function sentenceOf(directory: string, pages: readonly number[]): string | undefined {
  if (pages.length === 0) return undefined;
  const named = pages.slice(0, PAGES_NAMED).join(', ');
  const more = pages.length > PAGES_NAMED ? ` and ${pages.length - PAGES_NAMED} more` : '';
  return `${join(directory, DATA_FILE)} is damaged (page ${named}${more})`;
}
