import { type Screen, SIGNED_IN } from '../../app/screen.ts';

export const account = [
  {
    path: '/account-deleted',
    audience: 'everybody',
    document: { title: 'account.deletedTitle' },
    texts: ['account'],
    page: 'account/account-deleted-page',
  },
  {
    ...SIGNED_IN,
    path: '/account',
    texts: ['account', 'credentials', 'editing'],
    query: { operation: 'Account', variables: {} },
    page: 'account/account-page',
  },
] as const satisfies readonly Screen[];
