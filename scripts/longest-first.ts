import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take a minute or more on two cores. If one began last, the other workers would wait for it. */
const LONGEST = [
  ...['contract', 'kill', 'transfer', 'screens', 'malformed', 'rotation', 'authorization', 'thousand-cards', 'rest'],
  ...['opened-screens', 'live-backup', 'demo', 'start', 'stop', 'processes', 'backup'],
];

const rank = ({ moduleId }: TestSpecification) => {
  const found = LONGEST.findIndex((name) => moduleId.includes(`/${name}.`));
  return found < 0 ? LONGEST.length : found;
};

/** Starts the longest files first. The rest stays in Vitest's order, which knows no durations on a new machine. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).sort((one, other) => rank(one) - rank(other));
  }
}
