import { InMemoryCache } from '@apollo/client/cache';
import { cursorList } from './cursor-list.ts';

/**
 * Entities are identified by type and `id`. A page with a changed id is another entity, so code that changes an id
 * evicts the entity under the former one.
 */
export function createCache(): InMemoryCache {
  return new InMemoryCache({
    typePolicies: {
      // Has no id and is queried field by field: merge the fields.
      GlobalAnalytics: { merge: true },
      // Its id is distinct only within its page.
      CustomField: { keyFields: false },
      Query: {
        fields: {
          myPages: cursorList(),
          supportMessages: cursorList(['filter']),
          // Reuse a message that a list has already loaded.
          supportMessage: (known, { args, toReference }) =>
            known ?? toReference({ __typename: 'SupportMessage', id: args?.id }),
        },
      },
    },
  });
}
