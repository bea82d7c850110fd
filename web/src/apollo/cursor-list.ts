import type { FieldPolicy, Reference } from '@apollo/client/cache';

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
export function cursorList(keyArgs: readonly string[] = []): FieldPolicy<Connection> {
  return {
    keyArgs: [...keyArgs],
    merge(existing, incoming, { args }) {
      // A query may select only the count: keep the cached nodes.
      if (existing === undefined || incoming.nodes === undefined) return { ...existing, ...incoming };
      if (typeof args?.after !== 'string' || existing.nodes === undefined) return incoming;
      const known = new Set(existing.nodes.map(({ __ref }) => __ref));
      return { ...incoming, nodes: [...existing.nodes, ...incoming.nodes.filter(({ __ref }) => !known.has(__ref))] };
    },
  };
}
