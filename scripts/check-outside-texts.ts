/**
 * Checks one rule for texts from outside: check the length before any work that costs more than linear time.
 * `infra/src/text/outside-text.ts` does so. With `--decide` it also asks recheck about new patterns (`npm run linear`).
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { EXCEPTIONS } from './outside-texts/exceptions.ts';
import { type Finding, findingsIn, type Rule } from './outside-texts/findings.ts';
import { type Answers, createIsLinear, decided } from './outside-texts/is-linear.ts';
import { sourceFiles } from './source-files.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const PRODUCT = ['proto', 'infra', 'services', 'gateway', 'web', 'standalone'];
/** Schemas elsewhere only parse the product's own answers. */
const READS_STRANGERS = /^(infra|services|gateway)\//;
const NO_PRODUCT = /\.test\.tsx?$|\/(test|testing)\/|\/contract\.ts$|\.config\.ts$|^web\/scripts\//;
const ADVICE: Readonly<Record<Rule, string>> = {
  normalises: 'use `normalised`, which asks for the length',
  'unbounded text': 'use `text(units)`, which looks no further where it is longer',
  backtracks: 'may take longer than in proportion to the text: write it otherwise, or without an expression',
  'made at run time': 'nobody can know what it costs',
};

const ANSWERS = new URL('./outside-texts/linear.json', import.meta.url);
const stored = JSON.parse(readFileSync(ANSWERS, 'utf8')) as Answers;
const { isLinear, used: answers, undecided } = createIsLinear(stored);
const used = new Set<(typeof EXCEPTIONS)[number]>();
let wrong = 0;

for (const file of PRODUCT.flatMap((folder) => sourceFiles(ROOT, folder)).filter((name) => !NO_PRODUCT.test(name))) {
  for (const finding of findingsIn(file, readFileSync(`${ROOT}/${file}`, 'utf8'), isLinear)) {
    if (finding.rule === 'unbounded text' && !READS_STRANGERS.test(file)) continue;
    if (!isExcepted(file, finding)) refuse(`${file}:${finding.line} ${finding.code}: ${ADVICE[finding.rule]}`);
  }
}
for (const exception of EXCEPTIONS) {
  if (!used.has(exception))
    refuse(`the exception for ${exception.files} (${exception.because}) is not needed any more`);
}
if (process.argv.includes('--decide')) await decide();
else if (undecided.size > 0 || answers.size < Object.keys(stored).length) {
  refuse(`patterns are new or gone: npm run linear ${[...undecided.keys()].join(' ')}`);
}
if (wrong > 0) process.exitCode = 1;

async function decide(): Promise<void> {
  const found = await decided(undecided);
  for (const [pattern, linear] of Object.entries(found)) if (!linear) refuse(`${pattern}: ${ADVICE.backtracks}`);
  const all = [...answers, ...Object.entries(found)].sort(([one], [other]) => (one < other ? -1 : 1));
  writeFileSync(ANSWERS, `${JSON.stringify(Object.fromEntries(all), null, 2)}\n`);
}

function isExcepted(file: string, { rule, code }: Finding): boolean {
  const fitting = EXCEPTIONS.filter(
    (exception) =>
      exception.rule === rule &&
      exception.files.test(file) &&
      (exception.code === undefined || exception.code === code),
  );
  for (const exception of fitting) used.add(exception);
  return fitting.length > 0;
}

function refuse(what: string): void {
  wrong += 1;
  console.error(what);
}
