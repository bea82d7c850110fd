import type { TFunction } from 'i18next';
import { memo, type ReactNode } from 'react';
import type { TextKey } from '../i18n/text-key.ts';
import type { Format } from '../i18n/use-locale.ts';
import type { ListExport } from './export-list.ts';

/** What a cell is made of: its entry, and what the list adds. */
export type Row<Node, Added = unknown> = Added & {
  readonly node: Node;
  /** Place in the list, from 0. */
  readonly index: number;
  /** Of the controls in the row. */
  readonly tabIndex: 0 | -1;
  /** Of the list, because hooks in each row delay what a keystroke finds. */
  readonly t: TFunction;
  readonly format: Format;
};

/** A column of a list: on the screen, in files, or both. */
export interface Column<Node = never, Added = never, By extends string = string> {
  readonly head: TextKey;
  /** Of head and cells. */
  readonly className?: string;
  /** In a table; columns without one share the rest. */
  readonly width?: string;
  /** The name of the column, if the server can order by it. */
  readonly order?: By;
  /** Whether its largest or newest value comes first at the first press. */
  readonly descends?: boolean;
  /** Content of a cell. A column without one is in files only. */
  readonly cell?: (row: Row<Node, Added>) => ReactNode;
  /** Whether its cells select their rows; the list then gives its head. */
  readonly isTick?: boolean;
  /** Whether its cells name their rows. */
  readonly isName?: boolean;
  /** Tooltip for a text that may be cut off. */
  readonly hint?: (node: Node) => string | null | undefined;
  /** In files; null if unknown: the cell stays empty. A column without it is on the screen only. */
  readonly value?: (node: Node) => string | number | null;
}

/** The columns of a list on the screen. */
export function shownOf<C extends Column>(columns: readonly C[]): readonly C[] {
  return columns.filter(({ cell }) => cell !== undefined);
}

/** The columns of a list in files. */
export function exportOf<Node>(columns: readonly Column<Node>[], link?: (node: Node) => string): ListExport<Node> {
  return {
    columns: columns.flatMap(({ head, value }) => (value ? [{ head, value }] : [])),
    ...(link && { link }),
  };
}

type CellsProps<Node, Added> = Row<Node, Added> & { readonly columns: readonly Column<Node, Added>[] };

function AllCells<Node, Added>(props: CellsProps<Node, Added>): ReactNode {
  return shownOf(props.columns).map(({ head, className, cell, isName, hint }) =>
    isName ? (
      <th key={head} scope="row" className={className} dir="auto" title={hint?.(props.node) || undefined}>
        {cell?.(props)}
      </th>
    ) : (
      <td key={head} className={className} title={hint?.(props.node) || undefined}>
        {cell?.(props)}
      </td>
    ),
  );
}

/** The cells of a row; renders again only if a property changed. */
export const Cells = memo(AllCells) as typeof AllCells;
