import { ApolloProvider } from '@apollo/client/react';
import { render } from '@testing-library/react';
import type { ComponentType } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { apolloClient } from '../apollo/client.ts';
import { chooseLanguage, loadTexts, showTexts } from '../i18n/i18n.ts';
import { Questions } from '../ui/questions.tsx';
import { textGroups } from './all-texts.ts';

/** Fakes browser APIs that jsdom lacks. All media queries match: a wide screen with reduced motion. */
export function standInForBrowser(): void {
  window.matchMedia ??= (media: string) => Object.assign(new EventTarget(), { matches: true, media }) as MediaQueryList;
  window.scrollTo = () => undefined;
  Blob.prototype.arrayBuffer ??= function (this: Blob) {
    return readBlob(this);
  };
  Blob.prototype.text ??= async function (this: Blob) {
    return new TextDecoder().decode(await readBlob(this));
  };
  HTMLElement.prototype.hidePopover ??= () => undefined;
  HTMLElement.prototype.showPopover ??= () => undefined;
  globalThis.CSS ??= { escape: (text: string) => text } as typeof CSS;
  globalThis.ResizeObserver ??= class {
    observe() {}
    unobserve() {}
    disconnect() {}
  };
}

function readBlob(blob: Blob): Promise<ArrayBuffer> {
  return new Promise((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result as ArrayBuffer);
    reader.readAsArrayBuffer(blob);
  });
}

/** Renders one screen in English at its paths, with empty screens at all other paths. */
export async function renderScreen(Screen: ComponentType, path: string | readonly string[], at = [path].flat()[0]) {
  standInForBrowser();
  await apolloClient.clearStore();
  // The setup of the file has started them; another test may have shown others.
  await loadTexts(textGroups);
  showTexts(textGroups);
  // Load both languages, so that a language switch is synchronous.
  await chooseLanguage('fr');
  await chooseLanguage('en');
  const router = createMemoryRouter(
    [...[path].flat().map((one) => ({ path: one, element: <Screen /> })), { path: '*', element: <p>elsewhere</p> }],
    { initialEntries: [at ?? '/'] },
  );
  render(
    <ApolloProvider client={apolloClient}>
      <RouterProvider router={router} useTransitions={false} />
      <Questions />
    </ApolloProvider>,
  );
  return router;
}
