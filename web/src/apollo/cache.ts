import { type FieldPolicy, InMemoryCache, type Reference } from '@apollo/client/cache';

/**
 * Entities are identified by type and `id`. A page with a changed id is another entity, so code that changes an id
 * evicts the entity under the former one.
 */
export function createCache(): InMemoryCache {
  return new InMemoryCache({
    typePolicies: {
      // Have no id and are queried field by field: merge the fields.
      GlobalAnalytics: { merge: true },
      PageAnalytics: { merge: true },
      AnalyticsSummary: { merge: true },
      // Its id is distinct only within its page.
      CustomField: { keyFields: false },
      Query: {
        fields: {
          myPages: cursorList(),
          pageHistory: cursorList(['id']),
          supportMessages: cursorList(['filter', 'oldestFirst']),
          // Reuse a message that a list has already loaded.
          supportMessage: (known, { args, toReference }) =>
            known ?? toReference({ __typename: 'SupportMessage', id: args?.id }),
        },
      },
    },
  });
}

interface Connection {
  readonly nodes?: readonly Reference[];
  readonly pageInfo?: unknown;
  readonly totalCount?: number;
}

/**
 * A list that is fetched in parts: results with an `after` cursor are appended, and a list read from its beginning
 * replaces the cached one. A node that moved between parts appears once.
 * @param keyArgs arguments that select another list, such as `filter`
 */
function cursorList(keyArgs: readonly string[] = []): FieldPolicy<Connection> {
  return {
    keyArgs: [...keyArgs],
    merge(existing, incoming, { args }) {
      // A query may select only the count: keep the cached nodes.
      if (existing === undefined || incoming.nodes === undefined) return { ...existing, ...incoming };
      if (typeof args?.after !== 'string' || existing.nodes === undefined) return incoming;
      const known = new Set(existing.nodes.map(({ __ref }) => __ref));
      // Versions of a page are no entities, and never move.
      const added = incoming.nodes.filter(({ __ref }) => __ref === undefined || !known.has(__ref));
      return { ...incoming, nodes: [...existing.nodes, ...added] };
    },
  };
}
