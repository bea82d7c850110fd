import type { Screen } from '../../app/screen.ts';

export const report = [
  {
    path: '/report/:id',
    audience: 'everybody',
    document: { title: 'report.title' },
    texts: ['card'],
    page: 'report/report-page',
  },
] as const satisfies readonly Screen[];
