/**
 * Adds the optional packages for other platforms to package-lock.json: `npm install` omits them if the registry at hand
 * does not have them. Without them `npm ci` treats the lockfile as outdated on every platform.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

interface LockedPackage {
  version?: string;
  optionalDependencies?: Record<string, string>;
  [field: string]: unknown;
}

const FILE = fileURLToPath(new URL('../package-lock.json', import.meta.url));
const SYSTEMS = ['android', 'darwin', 'freebsd', 'linux', 'openharmony', 'win32'];
const PROCESSORS = ['arm64', 'arm', 'ia32', 'ppc64', 'riscv64', 's390x', 'x64'];

/** Reads the platform from the name of a platform package. */
function platformOf(name: string): Partial<LockedPackage> | undefined {
  const parts = name.split(/[-/]/);
  const os = SYSTEMS.find((system) => parts.includes(system));
  const cpu = PROCESSORS.find((processor) => parts.includes(processor));
  if (os === undefined || cpu === undefined) return undefined;
  const libc = parts.some((part) => part.startsWith('musl'))
    ? 'musl'
    : parts.some((part) => part.startsWith('gnu'))
      ? 'glibc'
      : undefined;
  return { cpu: [cpu], ...(libc === undefined ? {} : { libc: [libc] }), os: [os] };
}

/** Folders in which Node looks for a dependency of the package, from the root of the tree down to the package's own. */
function placesFrom(parent: string): string[] {
  const steps = parent === '' ? [] : parent.split('/node_modules/');
  return ['', ...steps.map((_, index) => `${steps.slice(0, index + 1).join('/node_modules/')}/`)];
}

const lock = JSON.parse(readFileSync(FILE, 'utf8')) as { packages: Record<string, LockedPackage> };
const added: string[] = [];
for (const [parent, { optionalDependencies = {} }] of Object.entries(lock.packages)) {
  for (const [name, version] of Object.entries(optionalDependencies)) {
    const platform = platformOf(name);
    // Other version ranges would need a request to the registry.
    if (platform === undefined || !/^\d+\.\d+\.\d+/.test(version)) continue;
    const places = placesFrom(parent).map((folder) => `${folder}node_modules/${name}`);
    if (places.some((place) => lock.packages[place]?.version === version)) continue;
    const place = places.find((candidate) => !(candidate in lock.packages));
    if (place === undefined) continue;
    lock.packages[place] = { version, ...platform, dev: true, optional: true };
    added.push(name);
  }
}
const ordered = Object.entries(lock.packages).sort(([a], [b]) => a.localeCompare(b, 'en'));
writeFileSync(FILE, `${JSON.stringify({ ...lock, packages: Object.fromEntries(ordered) }, null, 2)}\n`);
console.log(added.length === 0 ? 'Nothing was missing.' : `Added ${added.length}: ${added.join(', ')}`);
