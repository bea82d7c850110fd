/**
 * During a rolling release, processes of two releases run side by side. `proto/released` keeps the contracts between
 * them: messages, GraphQL schemas, events, topics, migrations and the API.
 *
 * npm run check    lists the contracts that one of the two could not read
 * npm run release  makes today's contracts those of the last release
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { EVENT_TYPES } from '../proto/src/activity/click-types.ts';
import { keepContracts, releasedContracts, todaysContracts } from './contracts/contracts.ts';
import { contractProblems } from './contracts/problems.ts';

/** Emptied by a release. */
const ACCEPTED = fileURLToPath(new URL('contracts/accepted.json', import.meta.url));

interface Accepted {
  /**
   * Intended incompatibilities until the next release, each with the operator's instructions: usually stop the service,
   * deploy the new version and start it, instead of a rolling update.
   */
  readonly problems: Readonly<Record<string, string>>;
  /** Of problems that need nothing, such as limits that services had and that the last release's description omitted. */
  readonly patterns: readonly string[];
}

const accepted = JSON.parse(readFileSync(ACCEPTED, 'utf8')) as Accepted;
/**
 * New click types. The gateway of the last release answers an error for events of a type that it does not know, so
 * operators put the new gateways there first, and collect last.
 */
const NEW_TYPES = EVENT_TYPES.filter((type) => !releasedContracts().graphs.analytics?.includes(type));
const isOfNewType = (problem: string) => NEW_TYPES.some((type) => problem.includes(type));
const isDescribedSince = (problem: string) => accepted.patterns.some((since) => new RegExp(since).test(problem));

if (process.argv[2] === 'keep') {
  keepContracts(todaysContracts());
  writeFileSync(ACCEPTED, `${JSON.stringify({ problems: {}, patterns: [] }, undefined, 2)}\n`);
} else {
  const found = contractProblems(releasedContracts(), todaysContracts());
  const problems = [
    ...found.filter(
      (problem) => accepted.problems[problem] === undefined && !isDescribedSince(problem) && !isOfNewType(problem),
    ),
    ...Object.keys(accepted.problems)
      .filter((problem) => !found.includes(problem))
      .map((problem) => `nothing is wrong any more with: ${problem}`),
  ];
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) process.exitCode = 1;
}
