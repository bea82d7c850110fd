import { render } from '@testing-library/react';
import { languagesWith } from '@volant/proto/text/languages';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, it } from 'vitest';
import type { TextGroup } from '../i18n/texts.ts';
import { startAllTexts } from '../testing/all-texts.ts';
import { standInForBrowser } from '../testing/render-screen.tsx';
import { LanguageMenu } from './language-menu.tsx';

it.each<[TextGroup, readonly string[]]>([
  ['access', languagesWith('access')],
  ['claiming', languagesWith('claiming')],
  ['account', ['fr', 'en']],
])('offers the languages of a screen with the texts %s', async (group, languages) => {
  standInForBrowser();
  localStorage.clear();
  await startAllTexts([group]);
  const routes = [{ path: '/', handle: { texts: [group] }, element: <LanguageMenu /> }];
  render(<RouterProvider router={createMemoryRouter(routes)} />);
  const offered = [...document.querySelectorAll('.menu [lang]')].map((each) => each.getAttribute('lang'));
  expect(offered).toEqual(languages);
  expect(languages.length).toBeGreaterThan(1);
});
