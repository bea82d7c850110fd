// @vitest-environment node
import { createHash } from 'node:crypto';
import { languagesWith } from '@volant/proto/text/languages';
import { describe, expect, it } from 'vitest';
import { knownRoute } from '../../server/documents.ts';
import { sampleProfile } from '../../testing/sample-profile.ts';
import { QUICK_MASK, qrPath } from '../../ui/qr-path.ts';
import { renderPageCode } from './page-code.ts';
import { renderPublicPage } from './public-page.tsx';
import type { PublicPageInput } from './public-page-input.ts';

const input = {
  publicId: 'demo-1',
  language: 'fr',
  origin: 'https://volant.example',
  displayName: 'Ma page',
  blocks: sampleProfile,
  avatar: '/uploads/zoe.jpg',
  indexable: false,
} as const;

const documentOf = (page: PublicPageInput) => renderPublicPage(page).html;

const inlineOf = (html: string, tag: string) => new RegExp(`<${tag}>([^]*?)</${tag}>`).exec(html)?.[1] ?? '';
const hashOf = (content: string) => `'sha256-${createHash('sha256').update(content).digest('base64')}'`;

describe('the document of a public page', () => {
  it('contains metadata for other sites', () => {
    const html = documentOf(input);
    expect(html).toMatch(/^<!DOCTYPE html><html lang="fr" dir="ltr" data-language="fr"><head><meta charSet="utf-8"\/>/);
    expect(html).toContain('<body data-page="demo-1">');
    expect(html).toContain('<title>Zoé D’Été – Berline Démo</title>');
    expect(html).toContain('<meta name="description" content="Chauffeur à Lyon, nuit et jour"/>');
    expect(html).toContain('<link rel="canonical" href="https://volant.example/d/demo-1"/>');
    expect(html).toContain('<meta property="og:title" content="Zoé D’Été – Berline Démo"/>');
    expect(html).toContain('<meta property="og:description" content="Chauffeur à Lyon, nuit et jour"/>');
    expect(html).toContain('<meta property="og:image" content="https://volant.example/d/demo-1/card.jpg?v=');
    // Some sites read only the first bytes of a page for their preview.
    expect(html.indexOf('og:image')).toBeLessThan(2_000);
    expect(html).toContain('<script type="module" src="/assets/public-page-test.js"');
  });

  it('has a code that leads to it, and its number to copy, for desktop users', () => {
    const html = documentOf(input);
    expect(html).toMatch(
      /<img class="qr-code" src="\/d\/demo-1\/qr.svg" [^>]*alt="https:\/\/volant.example\/d\/demo-1"/,
    );
    expect(renderPageCode(input)).toContain(`d="${qrPath('https://volant.example/d/demo-1?s=qr', QUICK_MASK).path}"`);
    expect(html).toContain('data-copy="+33 6 12 34 56 78"');
    expect(documentOf({ ...input, blocks: { name: 'Samir' } })).not.toContain('data-copy');
  });

  it('without a bio has a default description', () => {
    const html = documentOf({ ...input, language: 'en', avatar: undefined, blocks: { name: 'Samir' } });
    expect(html).toContain('<meta name="description" content="Samir: call, write, book a ride."/>');
    expect(html).toContain('<html lang="en" dir="ltr" data-language="en"');
  });

  it('has a picture of its own, under another address after a change', () => {
    const pictureOf = (page: Partial<PublicPageInput>) =>
      /<meta property="og:image" content="([^"]+)"/.exec(documentOf({ ...input, ...page }))?.[1];
    const address = /^https:\/\/volant\.example\/d\/demo-1\/card\.jpg\?v=[\da-f]{8}$/;
    expect(pictureOf({})).toMatch(address);
    expect(pictureOf({ language: 'en', blocks: { ...sampleProfile, bio: 'x' } })).toBe(pictureOf({}));
    const others = [{ avatar: undefined }, { blocks: { ...sampleProfile, name: 'Zoé' } }].map(pictureOf);
    for (const other of others) expect(other).toMatch(address);
    expect(new Set([...others, pictureOf({})]).size).toBe(3);
    const html = documentOf(input);
    expect(html).toContain('<meta property="og:image:width" content="1200"/>');
    expect(html).toContain('<meta property="og:image:alt" content="Zoé D’Été – Berline Démo"/>');
    expect(html).toContain('<meta name="twitter:card" content="summary_large_image"/>');
    // The font lacks these letters.
    expect(pictureOf({ blocks: { name: 'سامي' } })).toMatch(address);
    expect(pictureOf({ blocks: { name: 'سامي' }, avatar: undefined })).toBe('https://volant.example/social-card.png');
  });

  it('contains one language, and links to the same page in the others', () => {
    const html = documentOf({ ...input, language: 'en' });
    expect(html).toContain('Save contact');
    expect(html).not.toMatch(/Enregistrer|Appeler|Copier/);
    expect(html).toContain(
      '<a class="pp-language" href="?lang=fr" hreflang="fr" lang="fr" data-language="fr">Français</a>',
    );
    expect(html.match(/data-language="\w+"/g)?.length).toBe(languagesWith('page').length);
    expect(html).not.toContain('?lang=en');
  });

  it('groups numbers for display, and dials them unchanged', () => {
    const blocks = { name: 'Samir', phone: '+33639980007', whatsapp: '+41791234567' };
    const html = documentOf({ ...input, blocks });
    expect(html).toContain('>+33 6 39 98 00 07<');
    expect(html).toContain('href="tel:+33639980007"');
    expect(html).toContain('>+41 79 123 45 67<');
    expect(html).toContain('href="https://wa.me/41791234567"');
  });

  it('dials the displayed number for values stored before validation existed', () => {
    const blocks = {
      name: 'Samir',
      phone: '+33 1 23 45 67 89 poste 12 / 06 39 98 00 07',
      whatsapp: 'https://wa.me/33639980007?text=Bonjour',
      email: 'nomail',
      website: 'https://https://exemple.fr',
    };
    const html = documentOf({ ...input, blocks });
    expect(html).toContain('href="tel:+33123456789;ext=12"');
    expect(html).toContain('>+33 1 23 45 67 89 ext. 12<');
    expect(html).toContain('href="https://wa.me/33639980007"');
    expect(html).toContain('>+33 6 39 98 00 07<');
    expect(html).toContain('href="https://exemple.fr"');
    expect(html).toContain('>nomail<');
    expect(html).not.toContain('mailto:');
    expect(html).toContain(
      '[[&quot;TEL;TYPE=CELL&quot;,&quot;+33 1 23 45 67 89 ext. 12&quot;],[&quot;TEL;TYPE=CELL&quot;,&quot;+33639980007&quot;,&quot;WhatsApp&quot;],[&quot;URL&quot;,&quot;https://exemple.fr&quot;],',
    );
  });

  it('is not indexed unless the owner allows it', () => {
    expect(documentOf(input)).toContain('<meta name="robots" content="noindex"/>');
    expect(documentOf({ ...input, indexable: true })).not.toContain('robots');
  });

  it.each(['modern', 'minimal', 'buttons'])(
    'of the %s style has a policy that allows only its own content',
    (style) => {
      const page = { ...input, blocks: { ...sampleProfile, displayStyle: style } };
      const { html, contentSecurityPolicy } = renderPublicPage(page);
      expect(contentSecurityPolicy).toContain(`style-src ${hashOf(inlineOf(html, 'style'))};`);
      expect(contentSecurityPolicy).toContain(`script-src 'self' ${hashOf(inlineOf(html, 'script'))};`);
      expect(contentSecurityPolicy).not.toContain('unsafe');
      expect(inlineOf(html, 'style')).toContain(`.pp-is-${style}`);
      expect(html).not.toMatch(/ style="| on\w+="/);
    },
  );

  it('has the accent that the driver chose, which its policy admits', () => {
    const page = { ...input, blocks: { ...sampleProfile, accent: '#1e3a8a' } };
    const { html, contentSecurityPolicy } = renderPublicPage(page);
    const [base = '', accent = ''] = [...html.matchAll(/<style>(.*?)<\/style>/gs)].map(([, style]) => style);
    expect(accent).toContain(':root{--accent:#1e3a8a;--on-accent:');
    expect(contentSecurityPolicy).toContain(`style-src ${hashOf(base)} ${hashOf(accent)};`);
    expect(documentOf({ ...input, blocks: { ...sampleProfile, accent: 'red}' } }).match(/<style/g)).toHaveLength(1);
  });

  it('escapes markup in all fields', () => {
    const evil = `</title></style></script><script>alert(1)</script>"'`;
    const html = documentOf({
      ...input,
      publicId: `x"><script>`,
      displayName: evil,
      blocks: { ...sampleProfile, name: evil, bio: evil, customFields: [{ name: evil, value: evil }] },
    });
    expect(html.match(/<script/g)).toHaveLength(2);
    expect(html).not.toContain('alert(1)</script>');
  });
});

describe('a known route', () => {
  it.each(['/', '/login', '/login/', '/editor/new', '/editor/abc', '/d/abc', '/d/abc.html'])('is %s', (path) =>
    expect(knownRoute(path)).toBe(true),
  );
  it.each(['/nowhere', '/d', '/d/', '/d/a/b', '/login/x', '/loginx', '/editor', '//', '/D/abc'])('is not %s', (path) =>
    expect(knownRoute(path)).toBe(false),
  );
});
