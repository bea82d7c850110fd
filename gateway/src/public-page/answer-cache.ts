import type { CommonParts, OwnAnswer } from '../http/own-answer.ts';

const MEGABYTE = 1024 * 1024;
/** Two languages, the data and the code, in two or three encodings each, and some origins of the product. */
const KINDS_OF_A_PAGE = 12;

export interface CacheBounds {
  /** Maximum memory of the answers and their index. */
  readonly bytes: number;
  /** Size of the blocks in which memory is allocated and freed. */
  readonly blockBytes: number;
  /** Maximum age of an answer, so that unused ones are removed. */
  readonly keptMs: number;
  readonly kindsOfAPage: number;
}

/** A hundred thousand pages of 2 to 2.5 KB in one encoding each. */
const BOUNDS: CacheBounds = {
  bytes: 300 * MEGABYTE,
  blockBytes: MEGABYTE,
  keptMs: 3_600_000,
  kindsOfAPage: KINDS_OF_A_PAGE,
};

/**
 * Memory per answer besides its own bytes: two objects, their list, three short texts, an entry in a map (measured by a
 * test).
 */
const OVERHEAD_BYTES = 520;

/** Ready-made answers by the page's id, in lower case, and their kind. */
export interface AnswerCache {
  find(id: string, kind: string): OwnAnswer | undefined;
  /** @param page internal key of the page */
  keep(id: string, page: string, kind: string, answer: OwnAnswer): void;
  /** Removes the answers of a page. @param ids all its ids; if unknown, every entry is checked */
  drop(page: string, ids?: readonly string[]): void;
  /** Number of cached answers, and the bytes they count for. */
  readonly held: { readonly answers: number; readonly bytes: number };
}

interface Block {
  readonly bytes: Buffer;
  used: number;
  /** Ids of the pages whose answers are in the block. */
  readonly ids: string[];
  readonly timer: NodeJS.Timeout;
}

interface Kept {
  readonly kind: string;
  readonly common: CommonParts;
  readonly etag: string;
  readonly block: Block;
  readonly at: number;
  readonly length: number;
}

interface KeptPage {
  readonly page: string;
  kinds: readonly Kept[];
}

/**
 * The own bytes of answers are stored in blocks of memory, one after another. When there is no more room, or at its
 * maximum age, the oldest block is freed as a whole: most of its memory then returns to the system, unlike that of
 * thousands of small buffers. Its answers are made again on the next request, which takes a third of a millisecond.
 */
export function createAnswerCache(given: Partial<CacheBounds> = {}): AnswerCache {
  const { bytes, blockBytes, keptMs, kindsOfAPage } = { ...BOUNDS, ...given };
  const pages = new Map<string, KeptPage>();
  const blocks = new Set<Block>();
  let current: Block | undefined;
  let counted = 0;

  function remove(block: Block): void {
    blocks.delete(block);
    counted -= blockBytes + block.ids.length * OVERHEAD_BYTES;
    clearTimeout(block.timer);
    if (current === block) current = undefined;
    for (const id of block.ids) {
      const known = pages.get(id);
      if (known === undefined) continue;
      known.kinds = known.kinds.filter((kept) => kept.block !== block);
      if (known.kinds.length === 0) pages.delete(id);
    }
  }

  function makeRoom(wanted: number): void {
    for (const oldest of blocks) {
      if (counted + wanted <= bytes) return;
      remove(oldest);
    }
  }

  function blockFor(length: number): Block {
    makeRoom(OVERHEAD_BYTES);
    if (current !== undefined && current.used + length <= blockBytes) return current;
    makeRoom(blockBytes + OVERHEAD_BYTES);
    const block: Block = {
      bytes: Buffer.allocUnsafeSlow(blockBytes),
      used: 0,
      ids: [],
      timer: setTimeout(() => remove(block), keptMs).unref(),
    };
    blocks.add(block);
    counted += blockBytes;
    current = block;
    return block;
  }

  return {
    find(id, kind) {
      for (const kept of pages.get(id)?.kinds ?? []) {
        if (kept.kind !== kind) continue;
        const { common, etag, block, at, length } = kept;
        return { common, etag, own: block.bytes.subarray(at, at + length) };
      }
      return undefined;
    },

    keep(id, page, kind, { common, etag, own }) {
      const { length } = own;
      if (length > blockBytes) return;
      const block = blockFor(length);
      own.copy(block.bytes, block.used);
      const kept: Kept = { kind, common, etag, block, at: block.used, length };
      block.used += length;
      block.ids.push(id);
      counted += OVERHEAD_BYTES;
      const known = pages.get(id);
      if (known?.page !== page) pages.set(id, { page, kinds: [kept] });
      else known.kinds = [...known.kinds.filter((other) => other.kind !== kind), kept].slice(-kindsOfAPage);
    },

    drop(page, ids) {
      if (ids !== undefined) {
        for (const id of ids) pages.delete(id);
        return;
      }
      for (const [id, known] of pages) if (known.page === page) pages.delete(id);
    },

    get held() {
      let answers = 0;
      for (const { kinds } of pages.values()) answers += kinds.length;
      return { answers, bytes: counted };
    },
  };
}
