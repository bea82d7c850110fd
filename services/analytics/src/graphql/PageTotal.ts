import type { PageTotalResolvers } from './schema.generated.ts';

export const PageTotal = {
  page: ({ pageUid }) => ({ uid: pageUid }),
} satisfies PageTotalResolvers;
