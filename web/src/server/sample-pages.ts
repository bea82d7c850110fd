import { sampleProfile } from '../features/public-page/sample-profile.ts';
import { renderPublicPage } from './public-page.tsx';

/** Warm-up: renders a page of each style in each language, so that later renders are faster. */
export function renderSamples(): void {
  for (const displayStyle of ['modern', 'minimal', 'buttons']) {
    for (const language of ['fr', 'en'] as const) {
      const blocks = { ...sampleProfile, displayStyle };
      const page = { publicId: 'sample', displayName: 'Sample', avatar: undefined, indexable: false };
      renderPublicPage({ ...page, language, blocks, origin: 'https://volant.invalid' });
    }
  }
}
