import type { ApolloClient, TypedDocumentNode } from '@apollo/client';
import type { TextKey } from '../../i18n/text-key.ts';
import type { ListOrder } from './list-part.tsx';

const AT_ONCE = 1_000;

interface ExportedColumn<Node> {
  /** Name in a JSON file. */
  readonly name: string;
  readonly head: TextKey;
  readonly value: (node: Node) => string | number | null;
}

interface Block<Node> {
  readonly nodes: readonly Node[];
  readonly pageInfo: { readonly endCursor?: string | null | undefined; readonly hasNextPage: boolean };
}

/** How a list is written to a file. */
export interface ListExport<Field extends string, Node, Filter, By extends string = string> {
  /** The list, block by block. */
  readonly query: TypedDocumentNode<
    Record<Field, Block<Node>>,
    { first: number; after?: string | null | undefined; filter?: Filter | null | undefined } & Partial<ListOrder<By>>
  >;
  readonly columns: readonly ExportedColumn<Node>[];
  /** The public address of a node, if it has one. */
  readonly link?: (node: Node) => string;
}

/** A row of the file. */
export interface ExportedRow {
  readonly cells: readonly (string | number)[];
  readonly link: string | undefined;
}

interface Wanted<Filter, By extends string> {
  readonly filter: Filter;
  readonly order: ListOrder<By> | undefined;
  readonly signal: AbortSignal;
  readonly onProgress: (done: number) => void;
}

/** Reads the whole list with its filter, in its order. */
export async function readList<Field extends string, Node, Filter, By extends string>(
  client: ApolloClient,
  field: Field,
  { query, columns, link }: ListExport<Field, Node, Filter, By>,
  { filter, order, signal, onProgress }: Wanted<Filter, By>,
): Promise<readonly ExportedRow[]> {
  async function readBlock(after: string | null | undefined): Promise<Block<Node>> {
    const variables = { first: AT_ONCE, after, filter, ...order };
    const { data } = await client.query({ query, variables, fetchPolicy: 'no-cache' });
    if (data === undefined) throw new Error('The server sent no list');
    return data[field];
  }
  const rows: ExportedRow[] = [];
  for (let after: string | null | undefined = null; ; ) {
    const block: Block<Node> = await readBlock(after);
    signal.throwIfAborted();
    for (const node of block.nodes) {
      rows.push({ cells: columns.map(({ value }) => value(node) ?? ''), link: link?.(node) });
    }
    onProgress(rows.length);
    if (!block.pageInfo.hasNextPage) return rows;
    after = block.pageInfo.endCursor;
  }
}
