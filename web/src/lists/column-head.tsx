import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { SAME_SCREEN } from '../browser/same-screen.ts';
import { withParameters } from '../browser/with-parameters.ts';
import type { Column } from './column.tsx';
import type { ListOrder } from './list-part.tsx';

type Head<By extends string = string> = Pick<
  Column<never, never, By>,
  'head' | 'className' | 'width' | 'order' | 'descends'
>;

/** The order in a parameter of the URL: the name of a column, after a hyphen if it is descending. */
export function orderIn<By extends string>(
  params: URLSearchParams,
  columns: readonly Head<By>[],
  parameter = 'order',
): ListOrder<By> | undefined {
  const [, hyphen, name] = /^(-?)(\w+)$/.exec(params.get(parameter) ?? '') ?? [];
  const column = columns.find(({ order }) => order !== undefined && order === name);
  return column?.order && { orderBy: column.order, descending: hyphen === '-' };
}

interface ColumnHeadProps {
  readonly column: Head;
  readonly order: ListOrder | undefined;
  readonly parameter?: string;
  /** In place of the column's text. */
  readonly content?: ReactNode;
}

/** A header; a link that orders the list by its column, and turns the order round. */
export function ColumnHead({ column, order, parameter = 'order', content }: ColumnHeadProps) {
  const { head, className, width, order: name, descends = false } = column;
  const { t } = useTranslation();
  const [params] = useSearchParams();
  if (name === undefined) {
    return (
      <th scope="col" className={className} style={{ width }}>
        {content || t(head)}
      </th>
    );
  }
  const present = order?.orderBy === name ? (order.descending ? 'descending' : 'ascending') : undefined;
  const isDescending = present === undefined ? descends : present === 'ascending';
  const next = isDescending ? `-${name}` : name;
  return (
    <th scope="col" className={className} style={{ width }} aria-sort={present ?? 'none'}>
      <Link
        className="column-head"
        to={{ search: withParameters(params, { [parameter]: next }).toString() }}
        state={SAME_SCREEN}
        replace
      >
        {t(head)}
        {present !== undefined && <span aria-hidden="true">{present === 'ascending' ? '↑' : '↓'}</span>}
      </Link>
    </th>
  );
}
