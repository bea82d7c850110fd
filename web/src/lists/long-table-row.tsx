import { createContext, type ReactNode, type RefObject, useContext, useEffect, useRef } from 'react';

/** Focus state of a long table. */
export interface LongTablePlace {
  /** The row in the tab order. */
  readonly current: number;
  /** The row that had the focus, or gets it once it is rendered. */
  readonly focusedRow: RefObject<number | undefined>;
  readonly height: number;
  readonly take: (index: number) => void;
}

export const LongTableContext = createContext<LongTablePlace | undefined>(undefined);

interface LongTableRowProps {
  /** From 0, over the whole list. */
  readonly index: number;
  readonly className?: string;
  /** Opens the row's entry by a click or the Enter key. */
  readonly onOpen?: (() => void) | undefined;
  /** Selects the row by the space bar, or no longer. */
  readonly onSelect?: (() => void) | undefined;
  readonly selected?: boolean;
  /** The cells; the focusable elements in them get this `tabIndex`. */
  readonly children: (tabIndex: 0 | -1) => ReactNode;
}

export function LongTableRow({ index, className = '', onOpen, onSelect, selected, children }: LongTableRowProps) {
  const place = useContext(LongTableContext);
  if (place === undefined) throw new Error('A row stands in a table.');
  const { current, focusedRow, height, take } = place;
  const row = useRef<HTMLTableRowElement>(null);

  // Restore the focus: this row replaces a focused one that was removed, or was just loaded.
  useEffect(() => {
    const nobodyHas = document.activeElement === null || document.activeElement === document.body;
    if (focusedRow.current === index && nobodyHas) row.current?.focus({ preventScroll: true });
  }, [index, focusedRow]);

  const tabIndex = current === index ? 0 : -1;
  return (
    <tr
      ref={row}
      className={`long-table__row ${className}`}
      style={{ height }}
      aria-rowindex={index + 2}
      aria-selected={selected}
      data-row={index}
      tabIndex={tabIndex}
      onFocus={() => take(index)}
      onClick={({ target }) => {
        if (!(target instanceof Element) || target.closest('a, button, input, select, label, [popover]')) return;
        if (target.closest('td')?.querySelector('.long-table__tick')) onSelect?.();
        // Selected text is meant to be copied.
        else if (getSelection()?.isCollapsed !== false) onOpen?.();
      }}
      data-opens={onOpen !== undefined || undefined}
      onKeyDown={(event) => {
        const isRow = event.target === event.currentTarget;
        // The key does nothing else on a box to tick.
        if (event.key === 'Enter' && (isRow || event.target instanceof HTMLInputElement)) onOpen?.();
        if (!isRow) return;
        if (event.key !== ' ' || onSelect === undefined) return;
        event.preventDefault();
        onSelect();
      }}
    >
      {children(tabIndex)}
    </tr>
  );
}
