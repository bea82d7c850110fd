import type { ApolloClient } from '@apollo/client';
import type { TextKey } from '../i18n/text-key.ts';
import type { ListOrder, Part, PartQuery } from './list-part.tsx';

const AT_ONCE = 1_000;

interface ExportedColumn<Node> {
  readonly head: TextKey;
  /** Null if unknown: the cell stays empty. */
  readonly value: (node: Node) => string | number | null;
}

/** How a list is written to a file. */
export interface ListExport<Node> {
  readonly columns: readonly ExportedColumn<Node>[];
  /** The public address of a node, if it has one. */
  readonly link?: (node: Node) => string;
}

export interface ExportedRow {
  readonly cells: readonly (string | number | null)[];
  readonly link: string | undefined;
}

export function rowsOf<Node>({ columns, link }: ListExport<Node>, nodes: readonly Node[]): readonly ExportedRow[] {
  return nodes.map((node) => ({ cells: columns.map(({ value }) => value(node)), link: link?.(node) }));
}

interface ListRequest<Field extends string, Node, Filter, By extends string> {
  readonly query: PartQuery<Field, Node, Filter, By>;
  readonly field: Field;
  readonly filter: Filter;
  readonly order: ListOrder<By> | { readonly oldestFirst: boolean } | undefined;
  readonly signal: AbortSignal;
  readonly onProgress: (done: number) => void;
}

/** Reads the whole list with its filter, in its order. */
export async function readList<Field extends string, Node, Filter, By extends string>(
  client: ApolloClient,
  exported: ListExport<Node>,
  { query, field, filter, order, signal, onProgress }: ListRequest<Field, Node, Filter, By>,
): Promise<readonly ExportedRow[]> {
  async function readBlock(after: string | null | undefined): Promise<Part<Node>> {
    const variables = { first: AT_ONCE, after, filter, ...order };
    const { data } = await client.query({ query, variables, fetchPolicy: 'no-cache' });
    if (data === undefined) throw new Error('The server sent no list');
    return data[field];
  }
  const rows: ExportedRow[] = [];
  for (let after: string | null | undefined = null; ; ) {
    const block: Part<Node> = await readBlock(after);
    signal.throwIfAborted();
    rows.push(...rowsOf(exported, block.nodes));
    onProgress(rows.length);
    if (!block.pageInfo.hasNextPage) return rows;
    after = block.pageInfo.endCursor;
  }
}
