import { routePatterns } from '../app/paths.ts';

const patterns = routePatterns.map(
  (pattern) => new RegExp(`^${pattern.replace(/\/$/, '').replace(/:[a-z]+/gi, '[^/]+')}/?$`),
);

/** Whether one of the client's routes matches. */
export function isKnownRoute(pathname: string): boolean {
  return patterns.some((pattern) => pattern.test(pathname));
}
