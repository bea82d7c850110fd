import type { FastifyInstance, HTTPMethods } from 'fastify';

const METHODS: readonly HTTPMethods[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

interface ListedPath {
  readonly url: string;
  readonly pattern: RegExp;
  readonly methods: Set<string>;
}

export interface Route {
  readonly method: string;
  /** The path's pattern, with parameters as `:id`. */
  readonly url: string;
}

/** Marks a route that only refuses a method, so that it does not count as one of the path. */
export const REFUSES = 'refuses';

/** Watches `server` from now on. */
export function listPaths(server: FastifyInstance) {
  const byUrl = new Map<string, ListedPath>();
  server.addHook('onRoute', ({ url, method, config }) => {
    if (config !== undefined && REFUSES in config) return;
    const listed = byUrl.get(url) ?? { url, pattern: patternOf(url), methods: new Set<string>() };
    for (const name of [method].flat()) listed.methods.add(name);
    byUrl.set(url, listed);
  });

  function find(path: string): ListedPath | undefined {
    return byUrl.get(path) ?? [...byUrl.values()].find(({ pattern }) => pattern.test(path));
  }

  return {
    /** Every method of every path so far, except HEAD, which follows from GET. */
    routes: () =>
      [...byUrl.values()].flatMap(({ url, methods }) =>
        [...methods].filter((method) => method !== 'HEAD').map((method) => ({ method, url })),
      ),
    /** Methods of a path for an Allow header; undefined if no route has the path. */
    allowed(path: string) {
      const listed = find(path);
      return listed === undefined ? undefined : namesOf(listed.methods);
    },
    /** Fixed paths (`/api/pages/mine`) with the methods that a route with parameters would handle instead. */
    shadows() {
      const all = [...byUrl.values()];
      return all
        .filter(({ url }) => !url.includes(':') && !url.includes('*'))
        .map(({ url, methods }) => ({
          url,
          allowed: namesOf(methods),
          methods: METHODS.filter(
            (method) =>
              !methods.has(method) &&
              all.some((other) => other.url !== url && other.methods.has(method) && other.pattern.test(url)),
          ),
        }))
        .filter(({ methods }) => methods.length > 0);
    },
  };
}

/** The paths that routes have been registered for, with their methods. */
export type ListedPaths = ReturnType<typeof listPaths>;

function namesOf(methods: ReadonlySet<string>): string {
  return [...methods].sort().join(', ');
}

function patternOf(url: string): RegExp {
  const source = url
    .split('/')
    .map((part) => (part.startsWith(':') ? '[^/]+' : part === '*' ? '.*' : part.replace(/[^\w-]/g, '\\$&')))
    .join('/');
  return new RegExp(`^${source}$`);
}
