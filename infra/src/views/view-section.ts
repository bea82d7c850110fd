import type { ViewDocument } from './view-store.ts';

/** What tells a view's documents apart and what they are looked for by, as its definition says. */
export interface SectionShape {
  readonly name: string;
  readonly indexes: readonly string[];
  readonly texts: readonly string[];
}

/**
 * A view as it was at one time, each of its documents under a number from 0 on. Nothing of it is at hand before it is
 * asked for, and nothing is kept by it.
 */
export interface ViewSection extends SectionShape {
  readonly count: number;
  ids(): string[];
  /** What each document has in one of the fields of `indexes` or `texts`; null where it has nothing. */
  column(field: string): unknown[];
  /** A document as it is written: JSON. Good until something else is read. */
  bytes(place: number): Buffer;
  document(place: number): ViewDocument;
}
