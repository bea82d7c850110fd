import { READING, type Screen } from '../../app/screen.ts';

export const contactInfo = [
  {
    ...READING,
    path: '/contact-info',
    description: 'descriptions.contactInfo',
    footer: ['legal', 'footerLinks.contactInfo'],
    page: 'contact-info/contact-info-page',
  },
] as const satisfies readonly Screen[];
