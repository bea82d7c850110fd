/**
 * Layout of LMDB's data file: data version 2, 64 bits, little-endian, as lmdb 3 writes it. Read without LMDB, which may
 * end the process on a damaged file.
 */
const HEADER_BYTES = 24;
const NODE_BYTES = 8;
const MAGIC = 0xbeefc0de;
const DATA_VERSION = 2;
const BRANCH = 1;
const LEAF = 2;
const OVERFLOW = 4;
const META = 8;
/** Flags of a node in a leaf: its value lies in pages of its own, or is a tree. */
const BIG_VALUE = 1;
const SUBTREE = 2;
const TREE_BYTES = 48;
/** If the keys of a tree have several values, `entries` counts the values. */
const SEVERAL_VALUES = 4;
const META_TREES_AT = HEADER_BYTES + 24;
const META_LAST_PAGE_AT = META_TREES_AT + 2 * TREE_BYTES;
/** What follows, the system's boot, may differ between two commits of the same content. */
const META_BYTES = META_LAST_PAGE_AT + 16;
const WORD = 2 ** 32;

/** A page that LMDB cannot have written. */
export class DamagedPage extends Error {
  constructor(readonly page: number) {
    super(`page ${page} is damaged`);
  }
}

export interface TreeCounts {
  branches: number;
  leaves: number;
  overflows: number;
  entries: number;
}

export interface Tree {
  /** Undefined if the tree is empty. */
  readonly root: number | undefined;
  readonly counts: TreeCounts;
  readonly hasSeveralValues: boolean;
}

/** A commit: where its trees begin. */
export interface Meta {
  readonly bytes: Buffer;
  readonly commit: number;
  readonly pageSize: number;
  readonly lastPage: number;
  /** The tree of free pages, and the tree of names. */
  readonly trees: readonly [Tree, Tree];
}

/** What a page of a tree refers to. */
export interface Links {
  readonly isBranch: boolean;
  readonly entries: number;
  readonly children: readonly number[];
  /** Values in pages of their own. */
  readonly values: readonly BigValue[];
  readonly subtrees: readonly Tree[];
}

export interface BigValue {
  readonly page: number;
  /** Commit that wrote it; that in its page may be of a former file. */
  readonly commit: number;
  readonly pages: number;
}

/** Commit that wrote a page. */
export function commitOf(page: Buffer): number {
  return wordsAt(page, 8);
}

/** @param bytes the beginning of one of the two first pages */
export function metaIn(bytes: Buffer, page: number): Meta {
  const isMeta = wordsAt(bytes, 0) === page && bytes.readUInt16LE(18) === META;
  const isKnown = bytes.readUInt32LE(HEADER_BYTES) === MAGIC && bytes.readUInt32LE(HEADER_BYTES + 4) === DATA_VERSION;
  const pageSize = bytes.readUInt32LE(META_TREES_AT);
  const isSize = pageSize >= 512 && pageSize <= 65_536 && (pageSize & (pageSize - 1)) === 0;
  if (!isMeta || !isKnown || !isSize) throw new DamagedPage(page);
  return {
    bytes: bytes.subarray(0, META_BYTES),
    commit: wordsAt(bytes, META_LAST_PAGE_AT + 8),
    pageSize,
    lastPage: wordsAt(bytes, META_LAST_PAGE_AT),
    trees: [treeAt(bytes, META_TREES_AT), treeAt(bytes, META_TREES_AT + TREE_BYTES)],
  };
}

/** @throws DamagedPage if it is no page of a tree with this number */
export function linksIn(page: Buffer, number: number): Links {
  const kind = page.readUInt16LE(18);
  const [lower, upper] = [page.readUInt16LE(20), page.readUInt16LE(22)];
  const room = page.length - HEADER_BYTES;
  const isTree = kind === BRANCH || kind === LEAF;
  if (wordsAt(page, 0) !== number || !isTree || lower % 2 === 1 || lower > upper || upper > room) {
    throw new DamagedPage(number);
  }
  const isBranch = kind === BRANCH;
  const links: Links & Found = { isBranch, entries: lower / 2, children: [], values: [], subtrees: [] };
  for (let at = HEADER_BYTES; at < HEADER_BYTES + lower; at += 2) {
    const node = page.readUInt16LE(at);
    if (node < upper || node + NODE_BYTES > room) throw new DamagedPage(number);
    addNode(page, HEADER_BYTES + node, links, number);
  }
  return links;
}

interface Found {
  readonly isBranch: boolean;
  readonly children: number[];
  readonly values: BigValue[];
  readonly subtrees: Tree[];
}

function addNode(page: Buffer, at: number, { isBranch, children, values, subtrees }: Found, number: number): void {
  const [size, flags, keyBytes] = [page.readUInt32LE(at), page.readUInt16LE(at + 4), page.readUInt16LE(at + 6)];
  const value = at + NODE_BYTES + keyBytes;
  if (isBranch) {
    if (value > page.length) throw new DamagedPage(number);
    children.push(size + flags * WORD);
    return;
  }
  const isBig = (flags & BIG_VALUE) !== 0;
  if (value + (isBig ? HEADER_BYTES : size) > page.length) throw new DamagedPage(number);
  if (isBig) {
    const [first, commit, pages] = [wordsAt(page, value), wordsAt(page, value + 8), wordsAt(page, value + 16)];
    values.push({ page: first, commit, pages });
  }
  if ((flags & SUBTREE) === 0) return;
  if (size !== TREE_BYTES) throw new DamagedPage(number);
  subtrees.push(treeAt(page, value));
}

/** @param bytes all pages of the value */
export function isBigValue(bytes: Buffer, { page, pages }: BigValue): boolean {
  return wordsAt(bytes, 0) === page && bytes.readUInt16LE(18) === OVERFLOW && bytes.readUInt32LE(20) === pages;
}

function treeAt(bytes: Buffer, at: number): Tree {
  const isEmpty = bytes.readUInt32LE(at + 44) === WORD - 1;
  return {
    root: isEmpty ? undefined : wordsAt(bytes, at + 40),
    counts: {
      branches: wordsAt(bytes, at + 8),
      leaves: wordsAt(bytes, at + 16),
      overflows: wordsAt(bytes, at + 24),
      entries: wordsAt(bytes, at + 32),
    },
    hasSeveralValues: (bytes.readUInt16LE(at + 4) & SEVERAL_VALUES) !== 0,
  };
}

function wordsAt(bytes: Buffer, at: number): number {
  return bytes.readUInt32LE(at) + bytes.readUInt32LE(at + 4) * WORD;
}
