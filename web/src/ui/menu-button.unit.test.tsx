import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { beforeEach, expect, it, vi } from 'vitest';
import { chooseLanguage, startTexts } from '../i18n/i18n.ts';
import { standInForBrowser } from '../testing/render-screen.tsx';
import { MenuButton } from './menu-button.tsx';

const acted = vi.fn();

beforeEach(async () => {
  standInForBrowser();
  acted.mockReset();
  await startTexts();
  await chooseLanguage('en');
});

function show(onAction: () => unknown = acted) {
  const menu = (
    <>
      <MenuButton
        className="icon-button"
        label="Menu"
        entries={[
          { id: 'away', to: '/away', label: 'Away' },
          { id: 'do', label: 'Do it', onAction },
        ]}
      >
        =
      </MenuButton>
      <p>the rest</p>
    </>
  );
  const router = createMemoryRouter([{ path: '*', element: menu }]);
  render(<RouterProvider router={router} />);
  return router;
}
const button = () => screen.getByRole('button', { name: 'Menu', hidden: true });
const entry = (name: string) => screen.findByRole('menuitem', { name });

it('opens at the first press and navigates without loading the document', async () => {
  const router = show();
  expect(button().getAttribute('aria-expanded')).toBe('false');
  await userEvent.click(button());
  const away = await entry('Away');
  expect(button().getAttribute('aria-expanded')).toBe('true');
  await userEvent.click(away);
  await vi.waitFor(() => expect(router.state.location.pathname).toBe('/away'));
  await vi.waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
  expect(button().getAttribute('aria-expanded')).toBe('false');
});

it.each([
  ['{Enter}', 'Away'],
  [' ', 'Away'],
  ['{ArrowDown}', 'Away'],
  ['{ArrowUp}', 'Do it'],
])('opens by %j with the focus on %s, and Escape returns it', async (key, first) => {
  show();
  await userEvent.tab();
  expect(document.activeElement).toBe(button());
  await userEvent.keyboard(key);
  const focused = await entry(first);
  await vi.waitFor(() => expect(document.activeElement).toBe(focused));
  await userEvent.keyboard('{Escape}');
  await vi.waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
  await vi.waitFor(() => expect(document.activeElement).toBe(button()));
});

it('closes at a press outside', async () => {
  show();
  await userEvent.click(button());
  await entry('Away');
  await userEvent.click(document.body);
  await vi.waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
});

it('shows an error if the chosen action fails', async () => {
  show(() => Promise.reject(new Error('offline')));
  await userEvent.click(button());
  await userEvent.click(await entry('Do it'));
  expect((await screen.findByRole('alert')).textContent).toContain('didn’t respond');
  await userEvent.click(button());
  await vi.waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
});
