import type { RouteObject } from 'react-router';
import { withTexts } from '../i18n/with-texts.ts';

/**
 * Public screens. The gateway renders them (`src/server/finished-page.tsx`), and the client hydrates them on the first
 * interaction (`src/finished/main.ts`).
 */
export const finishedRoutes: RouteObject[] = [
  { index: true, lazy: () => withTexts('reading', import('../features/landing/landing-page.tsx')) },
  { path: 'contact-info', lazy: () => withTexts('reading', import('../features/contact-info/contact-info-page.tsx')) },
  { path: 'our-story', lazy: () => withTexts('reading', import('../features/our-story/our-story-page.tsx')) },
  { path: 'tutorial', lazy: () => withTexts('reading', import('../features/tutorial/tutorial-page.tsx')) },
  { path: 'privacy-policy', lazy: () => withTexts('reading', import('../features/policies/privacy-page.tsx')) },
  { path: 'terms-of-service', lazy: () => withTexts('reading', import('../features/policies/terms-page.tsx')) },
  { path: 'refund-policy', lazy: () => withTexts('reading', import('../features/policies/refund-page.tsx')) },
  { path: 'shipping-policy', lazy: () => withTexts('reading', import('../features/policies/shipping-page.tsx')) },
];
