import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { SAME_SCREEN } from '../browser/same-screen.ts';
import { withParameters } from '../browser/with-parameters.ts';
import type { TextKey } from '../i18n/text-key.ts';
import type { ListOrder } from './list-part.tsx';

/** A column, and the class of its header if it has its own width. */
export interface Column<By extends string> {
  readonly head: TextKey;
  readonly className?: string;
  /** In place of the name. */
  readonly content?: ReactNode;
  /** The name of the column, if the list can be ordered by it. */
  readonly order?: By;
}

/** The order in a parameter of the URL: the name of a column, after a hyphen if it is descending. */
export function orderIn<By extends string>(
  params: URLSearchParams,
  columns: readonly Column<By>[],
  parameter = 'order',
): ListOrder<By> | undefined {
  const [, hyphen, name] = /^(-?)(\w+)$/.exec(params.get(parameter) ?? '') ?? [];
  const column = columns.find(({ order }) => order !== undefined && order === name);
  return column?.order && { orderBy: column.order, descending: hyphen === '-' };
}

interface ColumnHeadProps {
  readonly column: Column<string>;
  readonly order: ListOrder | undefined;
  readonly parameter?: string;
}

/** A header; a link that orders the list by its column, and turns the order round. */
export function ColumnHead({ column, order, parameter = 'order' }: ColumnHeadProps) {
  const { head, className, content, order: name } = column;
  const { t } = useTranslation();
  const [params] = useSearchParams();
  if (name === undefined) {
    return (
      <th scope="col" className={className}>
        {content ?? t(head)}
      </th>
    );
  }
  const present = order?.orderBy === name ? (order.descending ? 'descending' : 'ascending') : undefined;
  const next = present === 'ascending' ? `-${name}` : name;
  return (
    <th scope="col" className={className} aria-sort={present ?? 'none'}>
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
