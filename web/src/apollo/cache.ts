import { InMemoryCache } from '@apollo/client/cache';
import { cursorList } from './cursor-list.ts';

/**
 * Entities are known by type and `id`. A page whose id was changed is another entity: whoever changes it evicts the
 * one under the former id.
 */
export function createCache(): InMemoryCache {
  return new InMemoryCache({
    typePolicies: {
      // Asked for part by part, and without an id: each part is kept beside the others.
      GlobalAnalytics: { merge: true },
      Query: {
        fields: {
          myPages: cursorList(),
          supportMessages: cursorList(['filter']),
          // One that a list has brought is not asked for again.
          supportMessage: (known, { args, toReference }) =>
            known ?? toReference({ __typename: 'SupportMessage', id: args?.id }),
        },
      },
    },
  });
}
