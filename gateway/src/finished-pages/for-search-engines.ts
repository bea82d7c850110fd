/** Allows everything except the API. Pages that should stay unlisted have their own noindex header. */
export function robotsTxt(origin: string): string {
  return `User-agent: *
Disallow: /api/
Disallow: /graphql
Sitemap: ${origin}/sitemap.xml
`;
}

/** The finished pages, each in both languages. */
export function sitemapXml(origin: string, paths: readonly string[]): string {
  const address = (path: string, language: string) => `${origin}${path}${language === 'fr' ? '' : `?lang=${language}`}`;
  const alternates = (path: string) =>
    ['fr', 'en'].map(
      (language) => `    <xhtml:link rel="alternate" hreflang="${language}" href="${address(path, language)}"/>`,
    );
  const urls = paths.flatMap((path) =>
    ['fr', 'en'].map((language) =>
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
