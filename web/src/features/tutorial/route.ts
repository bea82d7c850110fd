import { READING, type Screen } from '../../app/screen.ts';

export const tutorial = [
  {
    ...READING,
    path: '/tutorial',
    description: 'descriptions.tutorial',
    footer: ['quick', 'footerLinks.tutorial'],
    page: 'tutorial/tutorial-page',
  },
] as const satisfies readonly Screen[];
