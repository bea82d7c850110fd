/** Lints GitHub's workflows with actionlint, where it is installed. */
import { spawnSync } from 'node:child_process';
import { findActionlint } from './k8s/tools.ts';

const actionlint = findActionlint();
if (actionlint === undefined) {
  const sentence = 'actionlint is not here (npm run k8s -- prepare): the workflows are not looked at.';
  if (process.env.CI !== undefined) throw new Error(sentence);
  console.log(sentence);
} else {
  process.exitCode = spawnSync(actionlint, { stdio: 'inherit' }).status ?? 1;
}
