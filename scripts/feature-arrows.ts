/** The core aggregate of each service of features, on which all its features stand. */
const CORES: Readonly<Record<string, string>> = { identity: 'user', pages: 'page', support: 'message' };

interface Place {
  /** Folder of all features. */
  readonly below: string;
  readonly feature: string;
  readonly isCore: boolean;
}

function placeOf(file: string): Place | undefined {
  const [, ofClient] = /^web\/src\/features\/([^/]+)\//.exec(file) ?? [];
  if (ofClient !== undefined) return { below: 'web/src/features', feature: ofClient, isCore: false };
  const [, service = '', feature = ''] = /^services\/(\w+)\/src\/([^/]+)(?:\/|$)/.exec(file) ?? [];
  const core = CORES[service];
  return core === undefined ? undefined : { below: `services/${service}/src`, feature, isCore: feature === core };
}

/**
 * What is wrong with an import, if anything: a feature imports no other feature, only the core of its service and the
 * types of its schema. Tests and their fixtures use the whole service.
 */
export function wrongBetweenFeatures(from: string, to: string): string | undefined {
  const [source, target] = [placeOf(from), placeOf(to)];
  if (source === undefined || target === undefined || source.below !== target.below) return undefined;
  if (source.feature === target.feature || target.isCore) return undefined;
  const isWhole = /\.ts$/.test(source.feature) || source.feature === 'testing' || /\.test\.tsx?$/.test(from);
  if (source.below.startsWith('services/') && (isWhole || target.feature === 'schema.generated.ts')) return undefined;
  return source.isCore ? 'the core imports no feature' : 'no feature imports another';
}
