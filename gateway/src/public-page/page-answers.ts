import { languagesWith } from '@volant/proto/text/languages';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { type ReadyAnswer, sendReady } from '../http/ready-answer.ts';
import type { FlatHeaders } from '../http/security-headers.ts';
import type { PageDocument, PageView } from './page-view.ts';

/** A hundred thousand pages in one language and encoding. */
const MAX_BYTES = 800 * 1024 * 1024;
/** Memory of an answer besides its body (measured by a test). */
const OVERHEAD_BYTES = 1_800;
/** The page, its code, its picture and its contact in each language; the rest is for the data and further origins. */
const KINDS_IN_A_LANGUAGE = 4;
const ENCODINGS = 3;
const KINDS_OF_A_PAGE = KINDS_IN_A_LANGUAGE * ENCODINGS * languagesWith('page').length;

/** An answer about a page. */
interface AnswerRequest {
  /** Id of the page, in lower case. */
  readonly id: string;
  /** Distinguishes the answers about a page. */
  readonly kind: string;
  /** Returns undefined if it has replied by itself. An answer about an unknown page is not cached. */
  readonly make: (page: PageDocument | undefined) => Promise<ReadyAnswer | undefined> | ReadyAnswer | undefined;
}

export interface PageAnswers {
  /** Sends the cached answer, or the one that `make` makes of the page. */
  send(request: FastifyRequest, reply: FastifyReply, query: AnswerRequest): Promise<void> | undefined;
  /** Forgets the answers of a changed page. @param ids all its ids; if unknown, every entry is checked */
  drop(page: string, ids: readonly string[] | undefined): void;
}

interface CachedAnswer {
  readonly kind: string;
  readonly answer: ReadyAnswer;
}

interface CachedPage {
  /** Internal key of the page. */
  readonly page: string;
  readonly answers: readonly CachedAnswer[];
}

/** Answers requests about pages, and keeps the answers until their page changes or memory is needed. */
export function createPageAnswers(
  find: PageView['find'],
  edgeHeaders: (request: FastifyRequest) => FlatHeaders,
  maxSize = MAX_BYTES,
): PageAnswers {
  const cache = new LRUCache<string, CachedPage>({
    maxSize,
    sizeCalculation: ({ answers }) =>
      answers.reduce((sum, { answer }) => sum + OVERHEAD_BYTES + answer.plain.body.length, 0),
  });
  /** Ids of other cards under which answers about a page are cached. */
  const otherCards = new Map<string, Set<string>>();
  // Counts changes, so that an answer overtaken by a change is not cached.
  let changes = 0;

  function keep(id: string, { _id: page, ids }: PageDocument, made: CachedAnswer): void {
    if (!ids.includes(id)) otherCards.set(page, (otherCards.get(page) ?? new Set()).add(id));
    const known = cache.peek(id);
    const others = known?.page === page ? known.answers.filter(({ kind }) => kind !== made.kind) : [];
    cache.set(id, { page, answers: [made, ...others.slice(0, KINDS_OF_A_PAGE - 1)] });
  }

  async function answerAnew(
    request: FastifyRequest,
    reply: FastifyReply,
    { id, kind, make }: AnswerRequest,
  ): Promise<void> {
    const changesBefore = changes;
    const [page] = await find(id);
    const answer = await make(page);
    if (answer === undefined) return;
    if (page !== undefined && changes === changesBefore) keep(id, page, { kind, answer });
    sendReady(answer, edgeHeaders(request), request, reply);
  }

  return {
    send(request, reply, query) {
      const known = cache.get(query.id)?.answers.find(({ kind }) => kind === query.kind);
      if (known === undefined) return answerAnew(request, reply, query);
      sendReady(known.answer, edgeHeaders(request), request, reply);
      return undefined;
    },
    drop(page, ids) {
      changes += 1;
      const known = ids ?? [...cache.entries()].filter(([, each]) => each.page === page).map(([id]) => id);
      for (const id of known) cache.delete(id);
      for (const id of otherCards.get(page) ?? []) cache.delete(id);
      otherCards.delete(page);
    },
  };
}
