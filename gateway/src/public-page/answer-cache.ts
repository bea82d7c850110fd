import { LRUCache } from 'lru-cache';
import type { ReadyAnswer } from '../http/ready-answer.ts';
import type { FoundPage } from './page-view.ts';

const MEGABYTE = 1024 * 1024;
const CAPACITY = 64 * MEGABYTE;

/** Ready-made answers, each belonging to one lookup of a page and forgotten along with it. */
export interface AnswerCache {
  atHand(page: FoundPage, kind: string): ReadyAnswer | undefined;
  /** Makes the answer at most once at a time. */
  get(page: FoundPage, kind: string, make: () => Promise<ReadyAnswer>): Promise<ReadyAnswer>;
  drop(page: FoundPage): void;
}

export function createAnswerCache(): AnswerCache {
  const answers = new LRUCache<string, ReadyAnswer>({ maxSize: CAPACITY, sizeCalculation: ({ size }) => size });
  const kinds = new WeakMap<FoundPage, Set<string>>();
  const making = new Map<string, Promise<ReadyAnswer>>();

  return {
    atHand: (page, kind) => answers.get(`${page.serial} ${kind}`),

    get(page, kind, make) {
      const key = `${page.serial} ${kind}`;
      const known = answers.get(key);
      if (known !== undefined) return Promise.resolve(known);
      const running = making.get(key);
      if (running !== undefined) return running;

      const made = make()
        .then((answer) => {
          answers.set(key, answer);
          kinds.set(page, (kinds.get(page) ?? new Set()).add(key));
          return answer;
        })
        .finally(() => making.delete(key));
      making.set(key, made);
      return made;
    },

    drop(page) {
      // One made after this is kept under a serial nobody asks for again, and ages out.
      for (const key of kinds.get(page) ?? []) answers.delete(key);
    },
  };
}
