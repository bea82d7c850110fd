import type { FinishedPageInput } from '@volant/proto/rendering/page-renderer';
import type { Language } from '@volant/proto/text/languages';
import { createInstance, type i18n } from 'i18next';
import type { ReactElement } from 'react';
import { renderToStaticMarkup, renderToString } from 'react-dom/server';
import { I18nextProvider } from 'react-i18next';
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router';
import { Application } from '../app/application.tsx';
import type { RuntimeConfig } from '../app/config.ts';
import { frame } from '../app/frame.tsx';
import { routeOf, withGraph } from '../app/routes.ts';
import { ForSomebody } from '../app/shell/header.tsx';
import { SiteOrigin } from '../browser/site-origin.ts';
import { DocumentTitle } from '../ui/page-heading.tsx';
import { documents } from './documents.ts';
import { FinishedDocument } from './finished-document.tsx';
import { descriptionOf, dictionaries } from './texts.ts';

/** All screens without their guards, because only the browser knows the user. */
const routesOf = (prepared: boolean) =>
  documents.flatMap(({ screen, live }) => ((live?.prepared ?? false) === prepared ? [routeOf(screen)] : []));
const routes = [...routesOf(false), withGraph(routesOf(true))];

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

/** Renders a screen's document: as a guest sees it, or in the loading state for signed-in users. */
export async function renderFinishedPage(input: FinishedPageInput): Promise<string> {
  const { path, language, origin, site } = input;
  const made = documents.find((one) => one.path === path);
  if (made === undefined) throw new Error(`${path} has no document`);
  // Checked by the gateway when it read the operator's file.
  const handler = createStaticHandler(frame(async () => site as RuntimeConfig, { inShell: routes }));
  const example = made.screen.example ?? path.replace(':id', 'x');
  const context = await handler.query(new Request(new URL(example, 'http://finished.invalid')));
  if (context instanceof Response) throw new Error(`${path} leads elsewhere`);
  const router = createStaticRouter(handler.dataRoutes, context);

  let title = '';
  const note = (given: string) => {
    title = given;
  };
  const markup = renderToString(
    <I18nextProvider i18n={await textsIn(language)}>
      <DocumentTitle value={note}>
        <SiteOrigin value={origin}>
          <ForSomebody value={!made.readers.includes('GUEST')}>
            <Application>
              <StaticRouterProvider router={router} context={context} hydrate={false} />
            </Application>
          </ForSomebody>
        </SiteOrigin>
      </DocumentTitle>
    </I18nextProvider>,
  );
  const content = made.live?.prepared ? forReading(markup) : markup;
  const description = descriptionOf(made.screen, language);
  const document: ReactElement = (
    <FinishedDocument {...{ made, language, origin, site, description, content }} title={`${title} · Volant`} />
  );
  return `<!DOCTYPE html>${renderToStaticMarkup(document)}`;
}

/** Makes inputs read-only in documents that will be re-rendered: browsers without `inert` would lose the input. */
function forReading(markup: string): string {
  return markup.replace(/<(input|textarea) /g, '<$1 readonly ');
}
