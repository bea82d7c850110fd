/**
 * `npm run endurance [-- --only name,name] [--scale 0.05] [--resume] [--state folder]`: fault-injection suite on its
 * own servers, for everything that could lose an event or count it twice (takes hours); see `SCENARIOS`.
 *
 * Results are saved in the folder (by default `.endurance`) after each round, and written to docs/measurements/endurance.md.
 * `--resume` continues after the last round of the same scale on the same commit.
 */
import { execFileSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { ROOT } from '../product.ts';
import { reportOf } from './report.ts';
import { runScenarios } from './runner.ts';
import { Interrupted } from './scenario.ts';
import { SCENARIOS } from './scenarios.ts';
import { readState, writeState } from './state.ts';

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    scale: { type: 'string', default: '1' },
    resume: { type: 'boolean', default: false },
    state: { type: 'string', default: path.join(ROOT, '.endurance') },
    report: { type: 'string', default: path.join(ROOT, 'docs/measurements/endurance.md') },
  },
});

const names = SCENARIOS.map(({ name }) => name);
const wanted = values.only?.split(',').map((name) => name.trim()) ?? names;
const unknown = wanted.find((name) => !names.includes(name));
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
const chosen = SCENARIOS.filter(({ name }) => wanted.includes(name));
const held = await runScenarios(chosen, {
  scale,
  commit,
  resume: values.resume,
  load: () => readState(values.state),
  async save(state) {
    await writeState(values.state, state);
    const before = await readFile(values.report, 'utf8').catch(() => '');
    await writeFile(values.report, reportOf(SCENARIOS, state, before));
  },
  say,
}).catch((error: unknown) => {
  if (!(error instanceof Interrupted)) throw error;
  // Servers and product have stopped, but pending timers would keep this process alive.
  fail(`Stopped by ${error.message}; --resume goes on behind the last round.`);
});
if (!held) process.exitCode = 1;
