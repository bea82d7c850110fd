import { fieldOf } from './field-value.ts';
import type { ViewSection } from './view-file.ts';
import type { ViewDocument } from './view-store.ts';

/** A document written to a file of views: its row in memory, and its content at that time. */
export interface WrittenRow<D> {
  readonly row: number;
  readonly id: string;
  /** Undefined if it was copied from the former file. */
  readonly fresh: D | undefined;
}

export interface RowToWrite<D> extends WrittenRow<D> {
  readonly bytes: Buffer;
}

/** A snapshot of all rows at one time. */
export interface RowsToWrite<D> {
  readonly fields: readonly string[];
  rows(): Iterable<RowToWrite<D>>;
  /** Values of one of the fields, in the order of the rows. */
  column(field: string): readonly unknown[];
  /** Drops the written documents from memory, unless they have changed since. */
  rest(section: ViewSection, written: readonly WrittenRow<D>[]): void;
}

/**
 * The documents of a view in memory, each identified by a number, its row. Contents of a file are read when needed: ids
 * and columns once, a document each time. Documents put since then are in memory.
 */
export class Rows<D extends ViewDocument> {
  #section: ViewSection | undefined;
  /** Index in the section by row, if they differ; -1 for a row that is not in the section. */
  #places: Int32Array | undefined;
  #ids: (string | undefined)[] | undefined;
  readonly #rowOf = new Map<string, number>();
  readonly #fresh = new Map<number, D>();
  readonly #free: number[] = [];
  readonly #columns = new Map<string, unknown[]>();
  readonly #fields: ReadonlySet<string>;
  #size: number;

  constructor(fields: Iterable<string>, section?: ViewSection) {
    this.#fields = new Set(fields);
    this.#section = section;
    this.#size = section?.shape.count ?? 0;
  }

  get size(): number {
    return this.#size;
  }

  /** Whether the values of a field are available without reading documents. */
  hasColumn(field: string): boolean {
    return field === '_id' || this.#fields.has(field);
  }

  /** Undefined: no document (in `_id`); null: a document without the field. */
  column(field: string): readonly unknown[] {
    if (field === '_id') return this.#loadIds();
    const known = this.#columns.get(field);
    if (known !== undefined) return known;
    const column = this.#loadColumn(field);
    this.#columns.set(field, column);
    return column;
  }

  rowOf(id: string): number | undefined {
    this.#loadIds();
    return this.#rowOf.get(id);
  }

  idOf(row: number): string {
    return this.#loadIds()[row] ?? '';
  }

  document(row: number): D {
    const fresh = this.#fresh.get(row);
    if (fresh !== undefined) return fresh;
    return this.#section?.document(this.#places?.[row] ?? row) as D;
  }

  *all(): Generator<number> {
    // Without loaded ids no row can have changed; 100,000 ids take 15 MB.
    for (let row = 0; row < (this.#ids?.length ?? this.#size); row += 1) {
      if (this.#ids === undefined || this.#ids[row] !== undefined) yield row;
    }
  }

  /** The row of a new document, or of the one it replaces. */
  put(document: D): number {
    const ids = this.#loadIds();
    let row = this.#rowOf.get(document._id);
    if (row === undefined) {
      row = this.#free.pop() ?? ids.length;
      ids[row] = document._id;
      this.#rowOf.set(document._id, row);
      this.#size += 1;
    }
    this.#fresh.set(row, document);
    for (const [field, column] of this.#columns) column[row] = fieldOf(document, field);
    return row;
  }

  remove(row: number): void {
    const ids = this.#loadIds();
    this.#rowOf.delete(ids[row] ?? '');
    ids[row] = undefined;
    this.#fresh.delete(row);
    this.#free.push(row);
    this.#size -= 1;
    for (const column of this.#columns.values()) column[row] = undefined;
  }

  /** A snapshot of the present rows, unaffected by later changes. */
  toWrite(): RowsToWrite<D> {
    const section = this.#section;
    const places = this.#places;
    const fresh = new Map(this.#fresh);
    let ids = this.#ids?.slice();
    const present = () => {
      ids ??= section?.ids() ?? [];
      return ids;
    };
    return {
      fields: [...this.#fields],
      *rows() {
        for (const [row, id] of present().entries()) {
          if (id === undefined) continue;
          const document = fresh.get(row);
          const bytes = document === undefined ? section?.bytes(places?.[row] ?? row) : JSON.stringify(document);
          yield { row, id, fresh: document, bytes: Buffer.from(bytes ?? '') };
        }
      },
      column(field) {
        const written = section?.column(field) ?? [];
        const values: unknown[] = [];
        for (const [row, id] of present().entries()) {
          if (id === undefined) continue;
          const document = fresh.get(row);
          values.push(document === undefined ? written[places?.[row] ?? row] : fieldOf(document, field));
        }
        return values;
      },
      rest: (next, rows) => this.#rest(next, rows),
    };
  }

  #rest(section: ViewSection, written: readonly WrittenRow<D>[]): void {
    this.#section = section;
    // Without loaded ids no row can have changed, so rows equal places.
    if (this.#ids === undefined) return;
    const places = new Int32Array(this.#ids.length).fill(-1);
    for (const [place, { row, id, fresh }] of written.entries()) {
      if (this.#ids[row] !== id || this.#fresh.get(row) !== fresh) continue;
      places[row] = place;
      this.#fresh.delete(row);
    }
    this.#places = places;
  }

  #loadIds(): (string | undefined)[] {
    if (this.#ids !== undefined) return this.#ids;
    // Rows equal places, because ids are loaded before the first change.
    const ids: (string | undefined)[] = this.#section?.ids() ?? [];
    for (let row = 0; row < ids.length; row += 1) this.#rowOf.set(ids[row] as string, row);
    this.#ids = ids;
    return ids;
  }

  #loadColumn(field: string): unknown[] {
    const written = this.#section?.column(field) ?? [];
    // Without loaded ids no row can have changed.
    if (this.#ids === undefined) return written;
    const column: unknown[] = new Array(this.#ids.length);
    for (let row = 0; row < column.length; row += 1) {
      if (this.#ids[row] === undefined) continue;
      const fresh = this.#fresh.get(row);
      column[row] = fresh === undefined ? written[this.#places?.[row] ?? row] : fieldOf(fresh, field);
    }
    return column;
  }
}
