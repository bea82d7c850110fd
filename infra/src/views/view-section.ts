import type { ViewDocument } from './view-store.ts';

/** Name and searchable fields of a view, from its definition. */
export interface SectionShape {
  readonly name: string;
  readonly indexes: readonly string[];
  readonly texts: readonly string[];
}

/** A snapshot of a view whose documents are numbered from 0 on. It loads data only on demand and caches none of it. */
export interface ViewSection extends SectionShape {
  readonly count: number;
  ids(): string[];
  /** Values of one of the fields in `indexes` or `texts`; null for documents without the field. */
  column(field: string): unknown[];
  /** A document as JSON. */
  bytes(place: number): Buffer;
  document(place: number): ViewDocument;
}
