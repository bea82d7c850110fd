import { render } from '@testing-library/react';
import { languagesWith } from '@volant/proto/text/languages';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, it } from 'vitest';
import { screens } from '../app/screens.ts';
import { startAllTexts } from '../testing/all-texts.ts';
import { standInForBrowser } from '../testing/render-screen.tsx';
import { LanguageMenu } from './language-menu.tsx';

/** Passengers reach them from a card. */
const OF_PASSENGERS: readonly string[] = ['/d/:id', '/report/:id'];

it.each(
  screens.map(
    ({ path, texts }) => [path, texts, OF_PASSENGERS.includes(path) ? languagesWith() : ['fr', 'en']] as const,
  ),
)('offers at %s, which has the texts %s, %s', async (_, texts, languages) => {
  standInForBrowser();
  localStorage.clear();
  await startAllTexts();
  const routes = [{ path: '/', handle: { texts }, element: <LanguageMenu /> }];
  render(<RouterProvider router={createMemoryRouter(routes)} />);
  const offered = [...document.querySelectorAll('.menu [lang]')].map((each) => each.getAttribute('lang'));
  expect(offered).toEqual(languages);
});
