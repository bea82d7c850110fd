/** Set by the build (scripts/build.ts): a digest of all that programs are made of. */
declare const VOLANT_BUILD: string | undefined;

/** Tells one build of the code that makes views from another; undefined for what is not built. */
export function buildOfThis(): string | undefined {
  return typeof VOLANT_BUILD === 'undefined' ? undefined : `${VOLANT_BUILD} ${process.versions.v8}`;
}
