import type { Screen } from '../../app/screen.ts';

/** For everybody: an officer opens a voucher on a phone of their own, and a driver need not be signed in. */
export const voucher = [
  {
    path: '/bon',
    audience: 'everybody',
    document: { title: 'voucher.title' },
    texts: ['voucher'],
    page: 'voucher/voucher-page',
  },
] as const satisfies readonly Screen[];
