import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { beforeEach, expect, it, vi } from 'vitest';
import { chooseLanguage } from '../i18n/i18n.ts';
import { startAllTexts } from '../testing/all-texts.ts';
import { standInForBrowser } from '../testing/render-screen.tsx';
import { MenuButton } from './menu-button.tsx';

const acted = vi.fn();

beforeEach(async () => {
  standInForBrowser();
  acted.mockReset();
  await startAllTexts();
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
const button = () => screen.getByRole('button', { name: 'Menu' });
const list = () => screen.getByRole('list', { name: 'Menu' });

it('opens its list by itself, and closes it and navigates without loading the document', async () => {
  const close = vi.spyOn(HTMLElement.prototype, 'hidePopover');
  const router = show();
  expect(list().parentElement?.id).toBe(button().getAttribute('popovertarget'));
  await userEvent.click(screen.getByRole('link', { name: 'Away' }));
  expect(router.state.location.pathname).toBe('/away');
  expect(close).toHaveBeenCalledOnce();
});

it('shows an error if the chosen action fails, until it is opened again', async () => {
  show(() => Promise.reject(new Error('offline')));
  await userEvent.click(screen.getByRole('button', { name: 'Do it' }));
  expect((await screen.findByRole('alert')).textContent).toContain('didn’t respond');
  fireEvent(list().parentElement as HTMLElement, Object.assign(new Event('beforetoggle'), { newState: 'open' }));
  await vi.waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
});
