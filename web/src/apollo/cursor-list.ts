import type { FieldPolicy, Reference } from '@apollo/client/cache';

interface Connection {
  readonly nodes?: readonly Reference[];
  readonly pageInfo?: unknown;
  readonly totalCount?: number;
}

/**
 * A list that is fetched part by part: what comes `after` a cursor is put behind what is there, and a list read from
 * its beginning takes its place. A node that moved from one part to the other is there once.
 * @param keyArgs arguments that make another list of it, such as `filter`
 */
export function cursorList(keyArgs: readonly string[] = []): FieldPolicy<Connection> {
  return {
    keyArgs: [...keyArgs],
    merge(existing, incoming, { args }) {
      // A query may ask for the number alone: what is known of the list beside it stays.
      if (existing === undefined || incoming.nodes === undefined) return { ...existing, ...incoming };
      if (typeof args?.after !== 'string' || existing.nodes === undefined) return incoming;
      const known = new Set(existing.nodes.map(({ __ref }) => __ref));
      return { ...incoming, nodes: [...existing.nodes, ...incoming.nodes.filter(({ __ref }) => !known.has(__ref))] };
    },
  };
}
