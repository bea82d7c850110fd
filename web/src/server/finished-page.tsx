import { finished } from 'virtual:client-assets';
import { createInstance, type i18n } from 'i18next';
import type { ReactElement } from 'react';
import { renderToStaticMarkup, renderToString } from 'react-dom/server';
import { I18nextProvider } from 'react-i18next';
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router';
import { Application } from '../app/application.tsx';
import { finishedRoutes } from '../app/finished-routes.ts';
import { frame } from '../app/frame.tsx';
import { SiteOrigin } from '../browser/site-origin.ts';
import en from '../i18n/en.json';
import fr from '../i18n/fr.json';
import type { Language } from '../i18n/language.ts';
import { DocumentTitle } from '../ui/page-heading.tsx';
import { descriptions } from './finished-descriptions.ts';
import { FinishedDocument } from './finished-document.tsx';
import type { FinishedPageInput } from './finished-page-input.ts';

/** Addresses that are answered finished. */
export const finishedPaths: readonly string[] = finishedRoutes.map(({ path = '' }) => `/${path}`);

const dictionaries = { fr, en };
const texts = new Map<Language, Promise<i18n>>();

function textsIn(language: Language): Promise<i18n> {
  const known = texts.get(language);
  if (known !== undefined) return known;
  const instance = createInstance();
  const made = instance
    .init({
      lng: language,
      fallbackLng: false,
      resources: { [language]: { translation: dictionaries[language] } },
      interpolation: { escapeValue: false },
      returnNull: false,
    })
    .then(() => instance);
  texts.set(language, made);
  return made;
}

/** The whole document of a screen that everybody reads, as a guest sees it. */
export async function renderFinishedPage(input: FinishedPageInput): Promise<string> {
  const { path, language, origin, site } = input;
  const description = descriptions[path]?.[language];
  const styles = finished.styles[finishedPaths.indexOf(path)];
  if (description === undefined || styles === undefined) throw new Error(`${path} has no description or no styles`);
  const handler = createStaticHandler(frame(async () => site, { inShell: finishedRoutes }));
  const context = await handler.query(new Request(new URL(path, 'http://finished.invalid')));
  if (context instanceof Response) throw new Error(`${path} leads elsewhere`);
  const router = createStaticRouter(handler.dataRoutes, context);

  let title = '';
  const note = (given: string) => {
    title = given;
  };
  const content = renderToString(
    <I18nextProvider i18n={await textsIn(language)}>
      <DocumentTitle value={note}>
        <SiteOrigin value={origin}>
          <Application>
            <StaticRouterProvider router={router} context={context} hydrate={false} />
          </Application>
        </SiteOrigin>
      </DocumentTitle>
    </I18nextProvider>,
  );
  const document: ReactElement = (
    <FinishedDocument {...{ path, language, origin, site, description, styles, content }} title={`${title} · Volant`} />
  );
  return `<!DOCTYPE html>${renderToStaticMarkup(document)}`;
}
