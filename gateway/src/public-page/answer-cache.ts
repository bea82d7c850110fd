import { LRUCache } from 'lru-cache';
import type { ReadyAnswer } from '../http/ready-answer.ts';
import type { FoundPage } from './page-view.ts';

const MEGABYTE = 1024 * 1024;
const CAPACITY = 64 * MEGABYTE;
/** Two languages and the data, in two or three encodings each, and some addresses that the product is reached at. */
const KINDS_OF_A_PAGE = 12;

/** Ready-made answers, each belonging to one lookup of a page and forgotten along with it. */
export interface AnswerCache {
  atHand(page: FoundPage, kind: string): ReadyAnswer | undefined;
  /** Makes the answer at most once at a time. */
  get(page: FoundPage, kind: string, make: () => Promise<ReadyAnswer>): Promise<ReadyAnswer>;
  drop(page: FoundPage): void;
}

/** @param kindsOfAPage how many kinds are kept of one page: a visitor may choose what a kind is about */
export function createAnswerCache(kindsOfAPage = KINDS_OF_A_PAGE): AnswerCache {
  const answers = new LRUCache<string, ReadyAnswer>({ maxSize: CAPACITY, sizeCalculation: ({ size }) => size });
  const kinds = new WeakMap<FoundPage, LRUCache<string, true>>();
  const making = new Map<string, Promise<ReadyAnswer>>();

  function keep(page: FoundPage, key: string, answer: ReadyAnswer): void {
    const kept = kinds.get(page) ?? new LRUCache({ max: kindsOfAPage, dispose: (_, oldest) => answers.delete(oldest) });
    kinds.set(page, kept.set(key, true));
    answers.set(key, answer);
  }

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
          keep(page, key, answer);
          return answer;
        })
        .finally(() => making.delete(key));
      making.set(key, made);
      return made;
    },

    drop(page) {
      // One made after this is kept under a serial nobody asks for again, and ages out.
      kinds.get(page)?.clear();
    },
  };
}
