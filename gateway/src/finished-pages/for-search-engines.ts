import { DEFAULT_LANGUAGE, languagesWith } from '@volant/proto/text/languages';

/** Languages of the finished pages. */
const LANGUAGES_OF_PAGES = languagesWith('reading');

/** Allows everything except the API. Pages that should stay unlisted have their own noindex header. */
export function robotsTxt(origin: string): string {
  return `User-agent: *
Disallow: /api/
Disallow: /graphql
Sitemap: ${origin}/sitemap.xml
`;
}

/** The finished pages, each in its languages. */
export function sitemapXml(origin: string, paths: readonly string[]): string {
  const address = (path: string, language: string) =>
    `${origin}${path}${language === DEFAULT_LANGUAGE ? '' : `?lang=${language}`}`;
  const alternates = (path: string) =>
    LANGUAGES_OF_PAGES.map(
      (language) => `    <xhtml:link rel="alternate" hreflang="${language}" href="${address(path, language)}"/>`,
    );
  const urls = paths.flatMap((path) =>
    LANGUAGES_OF_PAGES.map((language) =>
      ['  <url>', `    <loc>${address(path, language)}</loc>`, ...alternates(path), '  </url>'].join('\n'),
    ),
  );
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">',
    ...urls,
    '</urlset>\n',
  ].join('\n');
}
