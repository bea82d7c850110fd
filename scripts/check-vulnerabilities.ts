/** Asks npm's registry for known vulnerabilities of the packages in the lockfile. */
import { spawnSync } from 'node:child_process';
import { problemsIn } from './vulnerabilities/advisories.ts';
import { EXCEPTIONS } from './vulnerabilities/exceptions.ts';

// With the tools: the web client's libraries are listed among them.
const AUDIT = ['audit', '--json', '--fetch-retries=0', '--fetch-timeout=30000'];
const { stdout } = spawnSync('npm', AUDIT, { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
const problems = problemsIn(stdout ?? '', EXCEPTIONS);
if (problems === undefined) {
  const sentence = 'not tried: the registry did not answer';
  // A mirror of the registry may not offer it; the project's own workflow reaches the registry itself.
  if (process.env.GITHUB_ACTIONS === 'true') throw new Error(sentence);
  console.log(sentence);
} else {
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) process.exitCode = 1;
}
