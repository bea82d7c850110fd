import { readFileSync } from 'node:fs';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take a minute or more on two cores. If one began last, the other workers would wait for it. */
const LONGEST = [
  ...['contract', 'kill', 'transfer', 'screens', 'malformed', 'rotation', 'authorization', 'thousand-cards', 'rest'],
  ...['opened-screens', 'live-backup', 'demo', 'start', 'stop', 'processes', 'backup'],
];

const rank = ({ moduleId }: TestSpecification) => {
  // The gateway has short files of the same names.
  const found = moduleId.includes('/gateway/') ? -1 : LONGEST.findIndex((name) => moduleId.includes(`/${name}.`));
  return found < 0 ? LONGEST.length : found;
};

/** A comment in the first lines of the file. */
const environment = ({ moduleId }: TestSpecification) =>
  /@vitest-environment (\w+)/.exec(readFileSync(moduleId, 'utf8'))?.[1] ?? '';

/**
 * Starts the longest files first. The rest stays in Vitest's order, which knows no durations on a new machine, but files
 * of one environment follow each other: a worker ends when the next file needs another one, and with it all modules that
 * it has loaded.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const projects = [...new Set(sorted.map(({ project }) => project))];
    const keys = new Map(
      sorted.map((one) => [one, [rank(one), projects.indexOf(one.project), environment(one)] as const]),
    );
    return sorted.sort((one, other) => compare(keys.get(one) ?? [], keys.get(other) ?? []));
  }
}

function compare(one: readonly (number | string)[], other: readonly (number | string)[]): number {
  const at = one.findIndex((value, index) => value !== other[index]);
  if (at < 0) return 0;
  return (one[at] ?? 0) < (other[at] ?? 0) ? -1 : 1;
}
