import { READING, type Screen } from '../../app/screen.ts';

export const ourStory = [
  {
    ...READING,
    path: '/our-story',
    description: 'descriptions.story',
    footer: ['quick', 'footerLinks.story'],
    page: 'our-story/our-story-page',
  },
] as const satisfies readonly Screen[];
