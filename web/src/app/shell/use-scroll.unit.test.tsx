import { act, render } from '@testing-library/react';
import { createMemoryRouter, Outlet, RouterProvider } from 'react-router';
import { beforeEach, expect, test, vi } from 'vitest';
import { standInForBrowser } from '../../testing/render-screen.tsx';
import { useScroll } from './use-scroll.ts';

/** Moves the page. The browser tells it at once here, as early as it might, and nobody waits for the end. */
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

test('a movement that a change of screens began is not taken for where the screen before was left', async () => {
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
