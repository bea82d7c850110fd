import { READING, type Screen } from '../../app/screen.ts';

export const landing = [
  {
    ...READING,
    path: '/',
    description: 'descriptions.landing',
    texts: ['reading', 'page'],
    page: 'landing/landing-page',
  },
] as const satisfies readonly Screen[];
