/** Digest of all program sources, set by the build (scripts/build.ts). */
declare const VOLANT_BUILD: string | undefined;

/** Whether this code was built, and is not run from its sources. */
export const isBuilt = typeof VOLANT_BUILD !== 'undefined';

/** Where a program of a package's `src` lies: in its `dist` after the build. */
export function programOf(source: URL): URL {
  return isBuilt ? new URL(source.href.replace(/\/src\/([\w-]+)\.ts$/, '/dist/$1.js')) : source;
}
