import type { TypedDocumentNode } from '@apollo/client';
import { useQuery } from '@apollo/client/react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { fixedFailure } from '../api/failure.ts';
import type { TextKey } from '../i18n/text-key.ts';
import { Button } from '../ui/button.tsx';
import { FailureText } from '../ui/notice.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { LongTableRow } from './long-table-row.tsx';
import { BLOCK } from './long-table-window.ts';
import './list-part.css';

/** Order of a list, by a column that the server knows. */
export interface ListOrder<By extends string = string> {
  readonly orderBy: By;
  readonly descending: boolean;
}

interface PartVariables<Filter> {
  first: number;
  after?: string | null | undefined;
  offset?: number | null | undefined;
  filter?: Filter | null | undefined;
}

export interface Part<Node> {
  readonly nodes: readonly Node[];
  readonly pageInfo: { readonly endCursor?: string | null | undefined; readonly hasNextPage: boolean };
}

/** The query of a part of a list that the server filters. */
export type PartQuery<Field extends string, Node, Filter, By extends string> = TypedDocumentNode<
  Record<Field, Part<Node>>,
  PartVariables<Filter> & Partial<ListOrder<By>>
>;

interface ListPartProps<Field extends string, Node, Filter, By extends string> {
  readonly query: PartQuery<Field, Node, Filter, By>;
  readonly field: Field;
  readonly filter: Filter;
  readonly order: ListOrder<By> | undefined;
  readonly block: number;
  /** Number of entries in the whole list. */
  readonly total: number;
  /** Cursor after the first block. */
  readonly after: string;
  readonly columns: number;
  readonly failed: TextKey;
  readonly renderRow: (node: Node, index: number) => ReactNode;
}

/** A part of a list after the first block, read when it scrolls into view. */
export function ListPart<Field extends string, Node, Filter, By extends string>(
  props: ListPartProps<Field, Node, Filter, By>,
) {
  const { query, field, filter, order, block, total, after, columns, failed, renderRow } = props;
  const { t } = useTranslation();
  const { data, previousData, error, refetch } = useQuery(query, {
    variables: { first: BLOCK, after, offset: (block - 1) * BLOCK, filter, ...order },
  });
  const nodes = (data ?? previousData)?.[field].nodes;
  const from = block * BLOCK;
  if (nodes !== undefined) return nodes.map((node, index) => renderRow(node, from + index));
  if (error === undefined) return <WaitingRows from={from} to={Math.min(total, from + BLOCK)} />;
  return (
    <LongTableRow index={from}>
      {(tabIndex) => (
        // The cell itself stays one of the table: a flex cell would only be as wide as the first column.
        <td colSpan={columns}>
          <div className="failed-row" role="alert">
            <FailureText failure={fixedFailure(error, failed)} />
            <Button look="quiet" tabIndex={tabIndex} onClick={() => void refetch().catch(() => {})}>
              {t('failure.tryAgain')}
            </Button>
          </div>
        </td>
      )}
    </LongTableRow>
  );
}

interface WaitingRowsProps {
  readonly from: number;
  readonly to: number;
}

/** Placeholder rows with the size of real rows. */
function WaitingRows({ from, to }: WaitingRowsProps) {
  const rows = [];
  for (let index = from; index < to; index += 1) {
    rows.push(
      <LongTableRow key={index} index={index}>
        {() => (
          // Narrow screens hide the later columns.
          <td colSpan={2}>
            <Skeleton width="min(24rem, 80%)" height="1rem" />
          </td>
        )}
      </LongTableRow>,
    );
  }
  return rows;
}
