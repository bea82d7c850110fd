import { Fragment, type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { TABLES, useMedia } from '../browser/use-media.ts';
import { useShortcuts } from '../ui/use-shortcuts.ts';
import { LongTableContext, type LongTablePlace } from './long-table-row.tsx';
import { BLOCK, blocksWithin, type Range, rowForKey } from './long-table-window.ts';
import './long-table.css';

interface LongTableProps {
  readonly label: string;
  /** Number of rows, loaded or not. */
  readonly total: number;
  /** The column headers, as `th` elements. */
  readonly head: ReactNode;
  /** Heights in pixels at the usual size of text: of a row, and of its card on a narrow screen. */
  readonly rowHeight: number;
  readonly cardHeight: number;
  readonly busy: boolean;
  /** Identifies the list. A new list scrolls to its top; Back restores its scroll position. */
  readonly list: string;
  /** Called when Shift and an arrow or page key move from one row to another. */
  readonly onExtend?: ((from: number, to: number) => void) | undefined;
  /** Renders the rows of a block as `LongTableRow`, starting at `block * BLOCK`. */
  readonly renderBlock: (block: number) => ReactNode;
}

/** Keys that may move further than anybody wants to select. */
const ENDS = ['Home', 'End'];
const TOP: Range = { first: 0, last: 0, row: 0 };

/** Scroll positions of the lists shown last, by history entry and list. */
const tops = new Map<string, number>();
const MOST_TOPS = 50;

function keepTop(place: string, top: number): void {
  tops.delete(place);
  tops.set(place, top);
  const [oldest] = tops.keys();
  if (tops.size > MOST_TOPS && oldest !== undefined) tops.delete(oldest);
}

/** How much larger than usual the reader has set texts. */
function textScale(): number {
  return Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 16 || 1;
}

/**
 * A virtualized table: only visible blocks of rows are in the document, with spacers for the others. One row is in
 * the tab order; arrows, page keys, Home and End move between rows. The keys j and k do so from anywhere on the screen.
 */
export function LongTable({
  label,
  total,
  head,
  rowHeight,
  cardHeight,
  busy,
  list,
  onExtend,
  renderBlock,
}: LongTableProps) {
  const [scale, setScale] = useState(1);
  const height = (useMedia(TABLES) ? rowHeight : cardHeight) * scale;
  const scrollKey = `${useLocation().key} ${list}`;
  const scroller = useRef<HTMLDivElement>(null);
  const [range, setRange] = useState(TOP);
  const [current, setCurrent] = useState(0);
  const focusedRow = useRef<number | undefined>(undefined);

  const look = () => {
    if (scroller.current === null) return;
    const { scrollTop, clientHeight } = scroller.current;
    setScale(textScale());
    keepTop(scrollKey, scrollTop);
    const next = blocksWithin({ top: scrollTop, height: clientHeight, rowHeight: height, total });
    setRange((now) => (now.first === next.first && now.last === next.last ? now : next));
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: reset for another list
  useLayoutEffect(() => {
    if (scroller.current !== null) scroller.current.scrollTop = tops.get(scrollKey) ?? 0;
    focusedRow.current = undefined;
    setCurrent(0);
    setRange(TOP);
  }, [list]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: measure again when the row height or count changes
  useLayoutEffect(() => {
    look();
    const observer = new ResizeObserver(look);
    if (scroller.current !== null) observer.observe(scroller.current);
    return () => observer.disconnect();
  }, [height, total, list]);

  const blocks: number[] = [];
  for (let block = range.first; block <= range.last; block += 1) blocks.push(block);
  const from = range.first * BLOCK;
  const to = Math.min(total, (range.last + 1) * BLOCK);
  // Exactly one row is always in the tab order.
  const reachable = current >= from && current < to ? current : Math.min(range.row, Math.max(0, total - 1));
  const place: LongTablePlace = {
    current: reachable,
    focusedRow,
    height,
    take: (index) => {
      focusedRow.current = index;
      setCurrent(index);
    },
  };

  const go = (index: number) => {
    const view = scroller.current;
    if (view === null) return;
    place.take(index);
    const headHeight = view.querySelector('thead')?.offsetHeight ?? 0;
    const top = index * height;
    if (top < view.scrollTop) view.scrollTop = top;
    else if (top + height > view.scrollTop + view.clientHeight - headHeight) {
      view.scrollTop = top + height - view.clientHeight + headHeight;
    }
    look();
    view.querySelector<HTMLElement>(`[data-row="${index}"]`)?.focus({ preventScroll: true });
  };

  const step = (by: number) => {
    const isInside = scroller.current?.contains(document.activeElement) === true;
    go(isInside ? Math.max(0, Math.min(total - 1, reachable + by)) : reachable);
  };
  useShortcuts({ j: () => step(1), k: () => step(-1) });

  return (
    <div ref={scroller} className="long-table" onScroll={look}>
      <table
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: its rows are focusable
        role="grid"
        aria-label={label}
        aria-rowcount={total + 1}
        aria-busy={busy}
        onKeyDown={(event) => {
          // Keys inside a row belong to the focused control.
          const row = (event.target as HTMLElement).dataset.row;
          if (row === undefined) return;
          const rows = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / height) - 1);
          const index = rowForKey(event.key, Number(row), { rows, total });
          if (index === undefined) return;
          event.preventDefault();
          if (event.shiftKey && !ENDS.includes(event.key)) onExtend?.(Number(row), index);
          go(index);
        }}
        onBlur={({ relatedTarget }) => {
          if (relatedTarget !== null) focusedRow.current = undefined;
        }}
      >
        <thead>
          <tr className="long-table__heads" aria-rowindex={1}>
            {head}
          </tr>
        </thead>
        <tbody>
          <LongTableContext value={place}>
            <Space rows={from} height={height} />
            {blocks.map((block) => (
              <Fragment key={block}>{renderBlock(block)}</Fragment>
            ))}
            <Space rows={total - to} height={height} />
          </LongTableContext>
        </tbody>
      </table>
    </div>
  );
}

interface SpaceProps {
  readonly rows: number;
  readonly height: number;
}

/** A spacer with the height of the rows that are not rendered. */
function Space({ rows, height }: SpaceProps) {
  if (rows <= 0) return null;
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a spacer row in the grid, which is not focusable
    <tr className="long-table__space" aria-hidden="true">
      {/* Of one column: as many as the heads would bring back those that a narrow screen hides. */}
      <td style={{ height: rows * height }} />
    </tr>
  );
}
