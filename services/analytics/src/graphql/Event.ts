import type { EventResolvers } from './schema.generated.ts';

export const Event = {
  page: ({ pageUid }) => ({ uid: pageUid }),
} satisfies EventResolvers;
