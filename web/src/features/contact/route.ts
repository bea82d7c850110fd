import { READING, type Screen } from '../../app/screen.ts';

export const contact = [
  {
    ...READING,
    path: '/contact',
    document: { title: 'contact.title' },
    description: 'descriptions.contact',
    footer: ['quick', 'footerLinks.contact'],
    page: 'contact/contact-page',
  },
] as const satisfies readonly Screen[];
