import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take a minute or more on two cores. If one began last, the other workers would wait for it. */
const LONGEST = ['screens', 'contract', 'rotation', 'demo', 'kill', 'malformed', 'processes', 'backup'];

const rank = ({ moduleId }: TestSpecification) => {
  const found = LONGEST.findIndex((name) => moduleId.includes(`/e2e/tests/${name}.`));
  return found < 0 ? LONGEST.length : found;
};

/** Starts the longest files first. The rest stays in Vitest's order, which knows no durations on a new machine. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).sort((one, other) => rank(one) - rank(other));
  }
}
