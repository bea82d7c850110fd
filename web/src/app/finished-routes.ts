import type { RouteObject } from 'react-router';

/**
 * The screens that everybody reads. The gateway answers them finished (`src/server/finished-page.tsx`);
 * the client takes them up when somebody reaches for something (`src/finished/main.ts`).
 */
export const finishedRoutes: RouteObject[] = [
  { index: true, lazy: () => import('../features/landing/landing-page.tsx') },
  { path: 'contact-info', lazy: () => import('../features/contact-info/contact-info-page.tsx') },
  { path: 'our-story', lazy: () => import('../features/our-story/our-story-page.tsx') },
  { path: 'tutorial', lazy: () => import('../features/tutorial/tutorial-page.tsx') },
  { path: 'privacy-policy', lazy: () => import('../features/policies/privacy-page.tsx') },
  { path: 'terms-of-service', lazy: () => import('../features/policies/terms-page.tsx') },
  { path: 'refund-policy', lazy: () => import('../features/policies/refund-page.tsx') },
  { path: 'shipping-policy', lazy: () => import('../features/policies/shipping-page.tsx') },
];
