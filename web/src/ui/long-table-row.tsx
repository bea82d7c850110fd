import { createContext, type ReactNode, type RefObject, useContext, useEffect, useRef } from 'react';

/** Where somebody is in a long table. */
export interface LongTablePlace {
  /** The row that Tab leads to. */
  readonly current: number;
  /** The row that had the focus, or is to have it once it is there. */
  readonly wanted: RefObject<number | undefined>;
  readonly height: number;
  readonly take: (index: number) => void;
}

export const LongTableContext = createContext<LongTablePlace | undefined>(undefined);

interface LongTableRowProps {
  /** From 0, over the whole list. */
  readonly index: number;
  readonly className?: string;
  /** The cells; what takes the focus in them has this `tabIndex`. */
  readonly children: (tabIndex: 0 | -1) => ReactNode;
}

export function LongTableRow({ index, className = '', children }: LongTableRowProps) {
  const place = useContext(LongTableContext);
  if (place === undefined) throw new Error('A row stands in a table.');
  const { current, wanted, height, take } = place;
  const row = useRef<HTMLTableRowElement>(null);

  // Its place had the focus, and what stood there is gone or had not come yet.
  useEffect(() => {
    const nobodyHas = document.activeElement === null || document.activeElement === document.body;
    if (wanted.current === index && nobodyHas) row.current?.focus({ preventScroll: true });
  }, [index, wanted]);

  const tabIndex = current === index ? 0 : -1;
  return (
    <tr
      ref={row}
      className={`long-table__row ${className}`}
      style={{ height }}
      aria-rowindex={index + 2}
      data-row={index}
      tabIndex={tabIndex}
      onFocus={() => take(index)}
    >
      {children(tabIndex)}
    </tr>
  );
}
