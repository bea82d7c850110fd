/**
 * `npm run endurance [-- --only name,name] [--scale 0.05]`: fault-injection suite on its own servers, for everything
 * that could lose an event or count it twice (takes hours); see `SCENARIOS`.
 *
 * Each full run of a scenario replaces its row in docs/measurements/endurance.md; a rehearsal only prints it.
 */
import { execFileSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { ROOT } from '../product.ts';
import { rowOf, withRow } from './report.ts';
import { runScenario } from './runner.ts';
import { amountAt, Interrupted } from './scenario.ts';
import { SCENARIOS } from './scenarios.ts';

const DOCUMENT = path.join(ROOT, 'docs/measurements/endurance.md');
const { values } = parseArgs({ options: { only: { type: 'string' }, scale: { type: 'string', default: '1' } } });

const names = SCENARIOS.map(({ name }) => name);
const selected = values.only?.split(',').map((name) => name.trim()) ?? names;
const unknown = selected.find((name) => !names.includes(name));
if (unknown !== undefined) fail(`There is no scenario called ${unknown}; say some of: ${names.join(', ')}.`);
const scale = Number(values.scale);
if (!(scale > 0 && scale <= 1)) fail(`--scale ${values.scale}: say a number above 0, 1 at most.`);

function fail(sentence: string): never {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}

function git(...args: readonly string[]): string {
  return execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).trim();
}

/** Documents do not affect the product; this suite even writes one. */
const CODE = ['--', '.', ':!docs'];
const changed = git('status', '--porcelain', '--untracked-files=no', ...CODE) !== '';
const commit = `${git('log', '-1', '--format=%h', ...CODE)}${changed ? ' with changes' : ''}`;

const say = (sentence: string) => void process.stdout.write(`${new Date().toISOString().slice(11, 19)} ${sentence}\n`);
try {
  for (const scenario of SCENARIOS.filter(({ name }) => selected.includes(name))) {
    const amount = amountAt(scenario, scale);
    say(`${scenario.name}: ${scenario.what}; ${amount} ${scenario.unit}`);
    const day = new Date().toISOString().slice(0, 10);
    const result = await runScenario(scenario, amount, say);
    say(`${scenario.name}: ${JSON.stringify({ ...result, commit })}`);
    if (result.problems.length > 0) process.exitCode = 1;
    if (scale < 1 || result.isUnfinished) continue;
    await writeFile(
      DOCUMENT,
      withRow(await readFile(DOCUMENT, 'utf8'), scenario, rowOf(scenario, result, commit, day)),
    );
  }
} catch (error) {
  if (!(error instanceof Interrupted)) throw error;
  // Servers and product have stopped, but pending timers would keep this process alive.
  fail(`Stopped by ${error.message}; --only goes on with the scenarios that are left.`);
}
