// @vitest-environment node
import { expect, it } from 'vitest';
import { finishedPaths } from './documents.ts';
import { renderFinishedPage } from './finished-page.tsx';

const origin = 'https://volant.example';
const site = { company: { name: 'Exemple </script> SARL', email: 'contact@example.org' } };
const cases = finishedPaths.flatMap((path) => [[path, 'fr'] as const, [path, 'en'] as const]);
const plain = (html: string) => html.replace(/<[^>]*>/g, ' ');

it.each(cases)('%s in %s is complete, and has a description', async (path, language) => {
  const html = await renderFinishedPage({ path, language, origin, site });
  const address = language === 'fr' ? origin + path : `${origin}${path}?lang=en`;
  expect(html).toMatch(
    new RegExp(
      `^<!DOCTYPE html><html lang="${language}" dir="ltr" data-language="${language}" data-languages="fr en" data-year=`,
    ),
  );
  expect(html.match(/<h1\b/g)).toHaveLength(1);
  expect(html.match(/<title>[^<]+ · Volant<\/title>/g)).toHaveLength(1);
  expect(html).toMatch(/<meta name="description" content="[^"]{60,170}"\/>/);
  expect(html).toContain(`<link rel="canonical" href="${address}"/>`);
  expect(html).toContain(`<link rel="alternate" hrefLang="fr" href="${origin}${path}"/>`);
  expect(html).toContain(`<link rel="alternate" hrefLang="en" href="${origin}${path}?lang=en"/>`);
  expect(html).toContain(`<meta property="og:url" content="${address}"/>`);
  expect(html).toContain(`<meta property="og:image" content="${origin}/social-card.png"/>`);
  expect(plain(html)).toContain(language === 'fr' ? 'Tous droits réservés.' : 'All rights reserved.');
  expect(plain(html)).not.toMatch(/\b(?:landing|shell|footer|policy|tutorial)\.[a-z]\w+/i);
});

it.each(cases)('%s in %s contains no inline code', async (path, language) => {
  const html = await renderFinishedPage({ path, language, origin, site });
  expect(html).not.toMatch(/ on\w+="| style="|<style/);
  const scripts = html.match(/<script\b[^>]*>/g);
  expect(scripts).toEqual([
    '<script src="/preferences.js">',
    expect.stringMatching(/^<script type="module" src="\/assets\/[^"]+" crossorigin="">$/),
    '<script id="site" type="application/json">',
  ]);
  expect(html.match(/<\/script>/g)).toHaveLength(3);
});

it('has its own texts in both languages, except for the story, which is French', async () => {
  for (const path of finishedPaths) {
    const [french, english] = await Promise.all(
      (['fr', 'en'] as const).map((language) => renderFinishedPage({ path, language, origin, site })),
    );
    expect(french).not.toBe(english);
  }
  const story = await renderFinishedPage({ path: '/our-story', language: 'en', origin, site });
  expect(story).toContain('lang="fr"');
});

it('shows the operator’s settings', async () => {
  const html = await renderFinishedPage({ path: '/contact-info', language: 'fr', origin, site });
  expect(html).toContain('mailto:contact@example.org');
});
