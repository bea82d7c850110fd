import { routePatterns } from '../app/paths.ts';

const patterns = routePatterns.map(
  (pattern) => new RegExp(`^${pattern.replace(/\/$/, '').replace(/:[a-z]+/gi, '[^/]+')}/?$`),
);

/** Whether the path matches one of the client's routes. */
export function isKnownRoute(pathname: string): boolean {
  return patterns.some((pattern) => pattern.test(pathname));
}
