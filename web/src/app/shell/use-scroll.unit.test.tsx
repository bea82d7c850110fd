import { act, render } from '@testing-library/react';
import { createMemoryRouter, Outlet, RouterProvider } from 'react-router';
import { beforeEach, expect, test, vi } from 'vitest';
import { standInForBrowser } from '../../testing/render-screen.tsx';
import { useScroll } from './use-scroll.ts';

/** Scrolls the page. Fires the event immediately, the earliest a browser might, without a scrollend. */
function scrollPage(top: number): void {
  vi.stubGlobal('scrollY', top);
  window.dispatchEvent(new Event('scroll'));
}

beforeEach(() => {
  standInForBrowser();
  vi.spyOn(window, 'scrollTo').mockImplementation(((to: ScrollToOptions) => scrollPage(to.top ?? 0)) as never);
});

function Site() {
  useScroll();
  return <Outlet />;
}

/** Opens the site in a document of its own. */
function openSite(address: string, type: string): ReturnType<typeof render> {
  vi.stubGlobal('scrollY', 0);
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([{ type } as unknown as PerformanceEntry]);
  const children = ['/long', '/next'].map((path) => ({ path, element: <p>{path}</p> }));
  const router = createMemoryRouter([{ element: <Site />, children }], { initialEntries: [address] });
  return render(<RouterProvider router={router} useTransitions={false} />);
}

test.each([
  ['another address starts at the top', '/next', 'navigate', 0],
  ['another address starts at the top when it is returned to', '/next', 'back_forward', 0],
  ['the same address starts at the top when it is opened again', '/long', 'navigate', 0],
  ['the same address keeps its position when it is reloaded', '/long', 'reload', 800],
])('in a tab whose screen was scrolled, %s', (_, address, type, top) => {
  const before = openSite('/long', 'navigate');
  act(() => scrollPage(800));
  before.unmount();
  openSite(address, type);
  expect(window.scrollY).toBe(top);
});

test('a scroll caused by a change of screens is not saved as the position of the previous screen', async () => {
  const router = createMemoryRouter(
    [
      {
        element: <Site />,
        children: [
          { path: '/long', element: <p>long</p> },
          { path: '/next', element: <p>next</p> },
        ],
      },
    ],
    { initialEntries: ['/long'] },
  );
  render(<RouterProvider router={router} useTransitions={false} />);
  act(() => scrollPage(1_200));
  await act(() => router.navigate('/next'));
  expect(window.scrollY).toBe(0);
  await act(() => router.navigate(-1));
  expect(window.scrollY).toBe(1_200);
  await act(() => router.navigate(1));
  expect(window.scrollY).toBe(0);
});
