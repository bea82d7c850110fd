import { cleanup, fireEvent, render as renderBare, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactElement } from 'react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { standInForBrowser } from '../testing/render-screen.tsx';
import { LongTable } from './long-table.tsx';
import { LongTableRow } from './long-table-row.tsx';
import { BLOCK, blocksWithin, rowForKey } from './long-table-window.ts';

const HEIGHT = 40;
const SHOWN = 800;

beforeEach(() => {
  entry += 1;
  standInForBrowser();
  // jsdom has no layout.
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(SHOWN);
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

function Numbers({ total, list = 'all' }: { readonly total: number; readonly list?: string }) {
  return (
    <LongTable
      label="Numbers"
      total={total}
      head={<th scope="col">Number</th>}
      rowHeight={HEIGHT}
      cardHeight={100}
      busy={false}
      list={list}
      renderBlock={(block) =>
        Array.from({ length: Math.min(BLOCK, total - block * BLOCK) }, (_, at) => block * BLOCK + at).map((number) => (
          <LongTableRow key={number} index={number}>
            {(tabIndex) => (
              <td>
                <button type="button" tabIndex={tabIndex}>
                  {number}
                </button>
              </td>
            )}
          </LongTableRow>
        ))
      }
    />
  );
}

function Words({ words }: { readonly words: readonly string[] }) {
  return (
    <LongTable
      {...{ label: 'Words', total: words.length, columns: 1, rowHeight: HEIGHT, cardHeight: 100, busy: false }}
      head={<th scope="col">Word</th>}
      list=""
      renderBlock={() =>
        words.map((word, index) => (
          <LongTableRow key={word} index={index}>
            {() => <td>{word}</td>}
          </LongTableRow>
        ))
      }
    />
  );
}

let entry = 0;
const render = (table: ReactElement) =>
  renderBare(table, {
    wrapper: ({ children }) => (
      <MemoryRouter initialEntries={[{ pathname: '/', key: String(entry) }]}>{children}</MemoryRouter>
    ),
  });
const grid = () => screen.getByRole('grid');
const scroller = () => grid().parentElement as HTMLElement;
const rows = () => [...grid().querySelectorAll<HTMLElement>('[data-row]')].map(({ dataset }) => Number(dataset.row));
const focused = () => (document.activeElement as HTMLElement).dataset.row;

describe('a long table', () => {
  it('renders only visible rows, and announces its length', () => {
    render(<Numbers total={100_000} />);
    expect(grid().getAttribute('aria-rowcount')).toBe('100001');
    expect(rows()).toHaveLength(2 * BLOCK);
    scroller().scrollTop = 50_000 * HEIGHT;
    fireEvent.scroll(scroller());
    expect(rows()).toContain(50_000);
    expect(rows().length).toBeLessThanOrEqual(200);
    const spaces = [...grid().querySelectorAll<HTMLElement>('.long-table__space td')];
    const space = spaces.reduce((sum, { style }) => sum + Number.parseFloat(style.height), 0);
    expect(space + rows().length * HEIGHT).toBe(100_000 * HEIGHT);
    expect(grid().querySelector('[data-row="50000"]')?.getAttribute('aria-rowindex')).toBe('50002');
  });

  it('is fully reachable by keyboard: by row, by page, from end to end', async () => {
    render(<Numbers total={100_000} />);
    await userEvent.tab();
    expect(focused()).toBe('0');
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowUp}');
    expect(focused()).toBe('1');
    await userEvent.keyboard('{PageDown}');
    expect(focused()).toBe(String(1 + SHOWN / HEIGHT - 1));
    await userEvent.keyboard('{End}');
    expect(focused()).toBe('99999');
    expect(rows()).toContain(99_999);
    expect(rows().length).toBeLessThanOrEqual(200);
    await userEvent.tab();
    expect(document.activeElement?.textContent).toBe('99999');
    await userEvent.tab();
    expect(document.activeElement).toBe(document.body);
    await userEvent.tab({ shift: true });
    await userEvent.tab({ shift: true });
    await userEvent.keyboard('{Home}{ArrowUp}');
    expect(focused()).toBe('0');
  });

  it('always has a row in the tab order, at any scroll position', async () => {
    render(<Numbers total={10_000} />);
    scroller().scrollTop = 5_000 * HEIGHT;
    fireEvent.scroll(scroller());
    await userEvent.tab();
    expect(focused()).toBe('5000');
  });

  it('leaves keys to the focused control within a row', async () => {
    render(<Numbers total={100} />);
    await userEvent.tab();
    await userEvent.tab();
    await userEvent.keyboard('{ArrowDown}{End}');
    expect(document.activeElement?.textContent).toBe('0');
  });

  it('moves the focus to the row that replaces a focused one', async () => {
    const { rerender } = render(<Words words={['a', 'b', 'c']} />);
    await userEvent.tab();
    await userEvent.keyboard('{ArrowDown}');
    expect(document.activeElement?.textContent).toBe('b');
    rerender(<Words words={['a', 'c']} />);
    expect(document.activeElement?.textContent).toBe('c');
  });

  it('scrolls another list to its top, and one that is shown again to where it was left', () => {
    const { rerender } = render(<Numbers total={1_000} />);
    scroller().scrollTop = 500 * HEIGHT;
    fireEvent.scroll(scroller());
    rerender(<Numbers total={1_000} list="other" />);
    expect(scroller().scrollTop).toBe(0);
    expect(rows()[0]).toBe(0);
    rerender(<Numbers total={1_000} />);
    expect(rows()).toContain(500);
    cleanup();
    render(<Numbers total={1_000} />);
    expect(rows()).toContain(500);
    expect(rows()).not.toContain(0);
  });
});

describe('the visible part of a long table', () => {
  it.each([
    [{ top: 0, height: 800, total: 0 }, 0, 0],
    [{ top: 0, height: 800, total: 10 }, 0, 0],
    [{ top: 0, height: 800, total: 1_000 }, 0, 1],
    [{ top: 45 * 40, height: 800, total: 1_000 }, 1, 3],
    [{ top: 60 * 40, height: 800, total: 1_000 }, 2, 3],
    [{ top: 980 * 40, height: 800, total: 1_000 }, 38, 39],
    // A window of 10,000 pixels, or more.
    [{ top: 0, height: 100_000, total: 100_000 }, 0, 7],
  ])('of %j is the blocks %i to %i', (seen, first, last) => {
    expect(blocksWithin({ ...seen, rowHeight: 40 })).toMatchObject({ first, last });
  });

  it('keys never move beyond the ends', () => {
    const bounds = { rows: 20, total: 30 };
    expect(rowForKey('PageDown', 25, bounds)).toBe(29);
    expect(rowForKey('PageUp', 5, bounds)).toBe(0);
    expect(rowForKey('ArrowDown', 29, bounds)).toBe(29);
    expect(rowForKey('Enter', 3, bounds)).toBeUndefined();
  });
});
