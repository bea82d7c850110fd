// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { sampleProfile } from '../../testing/sample-profile.ts';
import { renderPublicPage } from './public-page.tsx';
import type { PublicPageInput } from './public-page-input.ts';

const page = {
  publicId: 'demo-1',
  language: 'fr',
  origin: 'https://volant.example',
  displayName: 'Ma page',
  blocks: sampleProfile,
  avatar: '/uploads/zoe.jpg',
  indexable: true,
} as const satisfies PublicPageInput;

const dataIn = (input: PublicPageInput) =>
  /<script type="application\/ld\+json">([^<]*)<\/script>/.exec(renderPublicPage(input).html)?.[1];
const parsedIn = (input: PublicPageInput) => JSON.parse(dataIn(input) ?? '');

describe('the data for search engines', () => {
  it('describe the service and the driver', () => {
    expect(parsedIn(page)).toEqual({
      '@context': 'https://schema.org',
      '@type': 'TaxiService',
      '@id': 'https://volant.example/d/demo-1',
      url: 'https://volant.example/d/demo-1',
      name: 'Berline Démo',
      description: 'Chauffeur à Lyon, nuit et jour',
      image: 'https://volant.example/uploads/zoe.jpg',
      provider: {
        '@type': 'Person',
        name: 'Zoé D’Été',
        telephone: '+33 6 12 34 56 78',
        email: 'zoe.dete.reservations@berline-demo.fr',
        sameAs: ['https://www.berline-demo.fr/reservation/lyon-aeroport', 'https://www.instagram.com/berline.demo'],
        worksFor: { '@type': 'Organization', name: 'Berline Démo' },
      },
    });
  });

  it('contain nothing that the page does not show', () => {
    expect(parsedIn({ ...page, avatar: undefined, blocks: { company: 'Berline', phone: 'call me' } })).toEqual({
      '@context': 'https://schema.org',
      '@type': 'TaxiService',
      '@id': 'https://volant.example/d/demo-1',
      url: 'https://volant.example/d/demo-1',
      name: 'Berline',
      provider: { '@type': 'Organization', name: 'Berline' },
    });
  });

  it('are absent unless the owner lets search engines in', () => {
    expect(dataIn({ ...page, indexable: false })).toBeUndefined();
  });

  it('cannot leave their element', () => {
    const evil = '</script>\u2028<script>alert(1)</script><!--<script>&amp;';
    const input = { ...page, publicId: evil, displayName: evil, blocks: { ...sampleProfile, name: evil, bio: evil } };
    expect(renderPublicPage(input).html).not.toContain('alert(1)</script>');
    expect(renderPublicPage(input).html.match(/<script/g)).toHaveLength(3);
    expect(parsedIn(input)).toMatchObject({ description: evil, provider: { name: evil } });
  });
});
