/** Digest of all program sources, set by the build (scripts/build.ts). */
declare const VOLANT_BUILD: string | undefined;

/** Identifies the build of the code that makes views; undefined for code that was not built. */
export function buildOfThis(): string | undefined {
  return typeof VOLANT_BUILD === 'undefined' ? undefined : `${VOLANT_BUILD} ${process.versions.v8}`;
}
