import { READING, type Screen } from '../../app/screen.ts';

export const tutorial = [
  {
    ...READING,
    path: '/tutorial',
    description: 'descriptions.tutorial',
    footer: ['quick', 'footer.tutorial'],
    page: 'tutorial/tutorial-page',
  },
] as const satisfies readonly Screen[];
