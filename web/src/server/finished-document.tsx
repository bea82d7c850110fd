import { assets } from 'virtual:client-assets';
import type { ReactNode } from 'react';
import type { Language } from '../i18n/language.ts';
import type { ScreenDocument } from './documents.ts';
import type { FinishedPageInput } from './finished-page-input.ts';

interface FinishedDocumentProps extends Omit<FinishedPageInput, 'path'> {
  readonly made: ScreenDocument;
  readonly title: string;
  readonly description: string;
  /** Markup of the screen. */
  readonly content: string;
}

const LOCALES: Record<Language, string> = { fr: 'fr_FR', en: 'en_GB' };
/** Shown without JavaScript on screens that need it. */
const NEEDS_SCRIPT: Record<Language, string> = {
  fr: 'Cet écran a besoin de JavaScript. Activez-le dans votre navigateur, puis rechargez la page.',
  en: 'This screen needs JavaScript. Turn it on in your browser, then reload the page.',
};
const LANGUAGES: readonly Language[] = ['fr', 'en'];

/** Address of a page in a language; French has no parameter. */
function addressOf(origin: string, path: string, language: Language): string {
  return `${origin}${path}${language === 'fr' ? '' : `?lang=${language}`}`;
}

/** The HTML document around a screen. */
export function FinishedDocument(props: FinishedDocumentProps): ReactNode {
  const { made, language, origin, site, title, description, content } = props;
  const { live, readers } = made;
  const { script, font } = assets;
  return (
    <html
      lang={language}
      data-language={language}
      data-year={new Date().getFullYear()}
      data-readers={readers.join(' ')}
      data-live={live === undefined ? undefined : ''}
      data-texts={live && JSON.stringify(live.texts)}
      data-query={live?.query}
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
        {live === undefined && <ForOtherSites {...{ path: made.path, language, origin, title, description }} />}
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
            <p className="needs-script">{NEEDS_SCRIPT[language]}</p>
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

interface ForOtherSitesProps extends Omit<FinishedPageInput, 'site'> {
  readonly title: string;
  readonly description: string;
}

/** Metadata for search engines and link previews. */
function ForOtherSites({ path, language, origin, title, description }: ForOtherSitesProps) {
  const address = addressOf(origin, path, language);
  return (
    <>
      <link rel="canonical" href={address} />
      {LANGUAGES.map((other) => (
        <link key={other} rel="alternate" hrefLang={other} href={addressOf(origin, path, other)} />
      ))}
      <link rel="alternate" hrefLang="x-default" href={addressOf(origin, path, 'fr')} />
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content="Volant" />
      <meta property="og:locale" content={LOCALES[language]} />
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
