import { assets } from 'virtual:client-assets';
import type { FinishedPageInput } from '@volant/proto/rendering/page-renderer';
import { DEFAULT_LANGUAGE, LANGUAGES, type Language } from '@volant/proto/text/languages';
import type { ReactNode } from 'react';
import type { ScreenDocument } from './documents.ts';
import { dictionaries } from './texts.ts';

interface FinishedDocumentProps extends Omit<FinishedPageInput, 'path'> {
  readonly made: ScreenDocument;
  readonly title: string;
  readonly description: string;
  readonly content: string;
}

/** Address of a page in a language; the default one has no parameter. */
function addressOf(origin: string, path: string, language: Language): string {
  return `${origin}${path}${language === DEFAULT_LANGUAGE ? '' : `?lang=${language}`}`;
}

export function FinishedDocument(props: FinishedDocumentProps): ReactNode {
  const { made, language, origin, site, title, description, content } = props;
  const { live, readers, languages } = made;
  const { script, font } = assets;
  return (
    <html
      lang={language}
      dir={LANGUAGES[language].dir}
      data-language={language}
      data-languages={languages.join(' ')}
      data-year={new Date().getFullYear()}
      data-readers={readers.join(' ')}
      data-live={live === undefined ? undefined : ''}
      data-texts={live && JSON.stringify(live.texts)}
      data-query={live?.query}
      data-first-scripts={live?.firstScripts?.join(' ')}
    >
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <title>{title}</title>
        <script src="/preferences.js" />
        {made.styles.map((href) => (
          <link key={href} rel="stylesheet" href={href} crossOrigin="" />
        ))}
        <link rel="preload" href={font} as="font" type="font/woff2" crossOrigin="" />
        <script type="module" src={script} crossOrigin="" />
        {/* Preload all code of the application, after the resources of the first paint. */}
        {live?.scripts.map((href) => (
          <link key={href} rel="modulepreload" href={href} crossOrigin="" fetchPriority="low" />
        ))}
        <meta name="description" content={description} />
        {live === undefined && <ForOtherSites {...{ made, language, origin, title, description }} />}
        <meta id="react-aria-pressable-style" name="react-aria-pressable-style" content="base.css" />
        <link rel="icon" href="/favicon.ico" sizes="32x32" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        <link rel="manifest" href="/site.webmanifest" />
        <meta name="theme-color" content="#faf8f4" media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content="#0d1211" media="(prefers-color-scheme: dark)" />
        <meta name="format-detection" content="telephone=no" />
      </head>
      <body>
        {live !== undefined && (
          <noscript>
            <p className="needs-script">{dictionaries[language].document.needsScript}</p>
          </noscript>
        )}
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: markup rendered by React */}
        <div id="root" inert={live?.prepared} dangerouslySetInnerHTML={{ __html: content }} />
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: JSON data; "<" in settings is escaped */}
        <script id="site" type="application/json" dangerouslySetInnerHTML={{ __html: dataOf(site) }} />
      </body>
    </html>
  );
}

interface ForOtherSitesProps extends Omit<FinishedPageInput, 'path' | 'site'> {
  readonly made: ScreenDocument;
  readonly title: string;
  readonly description: string;
}

/** Metadata for search engines and link previews. */
function ForOtherSites({ made, language, origin, title, description }: ForOtherSitesProps) {
  const { path, languages } = made;
  const address = addressOf(origin, path, language);
  return (
    <>
      <link rel="canonical" href={address} />
      {languages.map((other) => (
        <link key={other} rel="alternate" hrefLang={other} href={addressOf(origin, path, other)} />
      ))}
      <link rel="alternate" hrefLang="x-default" href={addressOf(origin, path, DEFAULT_LANGUAGE)} />
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content="Volant" />
      <meta property="og:locale" content={LANGUAGES[language].locale.replace('-', '_')} />
      <meta property="og:url" content={address} />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:image" content={`${origin}/social-card.png`} />
      <meta property="og:image:width" content="1200" />
      <meta property="og:image:height" content="630" />
      <meta name="twitter:card" content="summary_large_image" />
    </>
  );
}

function dataOf(site: unknown): string {
  return JSON.stringify(site).replaceAll('<', '\\u003c');
}
