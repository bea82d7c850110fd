import { READING, type Screen } from '../../app/screen.ts';

const POLICY = { ...READING, page: 'policies/policy-page' } as const;

export const policies = [
  {
    ...POLICY,
    path: '/privacy-policy',
    description: 'descriptions.privacy',
    footer: ['legal', 'footerLinks.privacy'],
  },
  {
    ...POLICY,
    path: '/terms-of-service',
    description: 'descriptions.terms',
    footer: ['legal', 'footerLinks.terms'],
  },
  {
    ...POLICY,
    path: '/refund-policy',
    description: 'descriptions.refund',
    footer: ['legal', 'footerLinks.refund'],
  },
  {
    ...POLICY,
    path: '/shipping-policy',
    description: 'descriptions.shipping',
    footer: ['legal', 'footerLinks.shipping'],
  },
] as const satisfies readonly Screen[];
