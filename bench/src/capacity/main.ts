/**
 * `npm run capacity -- [--scans-per-day 1e9] [--peak 3] [--measure]` computes the resources for a number of scans a day
 * from the measured cost of a scan. `--measure` repeats the measurement on this machine and saves the figures.
 */
import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { FIGURES } from './figures.ts';
import { measureStages } from './measure.ts';
import { ASSUMPTIONS, checkOf, isServer, limitsOf, type Plan, planOf } from './plan.ts';
import { LIST_PRICES } from './prices.ts';

const { values } = parseArgs({
  options: {
    'scans-per-day': { type: 'string', default: '1e8,1e9,1e10' },
    peak: { type: 'string', default: String(ASSUMPTIONS.peak) },
    measure: { type: 'boolean', default: false },
  },
});

if (values.measure) await measureAgain();
else print(values['scans-per-day'].split(',').map(Number), Number(values.peak));

async function measureAgain(): Promise<void> {
  const directory = await mkdtemp(path.join(tmpdir(), 'volant-capacity-'));
  try {
    const { bytes, ...found } = await measureStages(directory, (line) => console.log(line));
    const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim();
    const measured = `${new Date().toISOString().slice(0, 10)}, ${cpus().length} × ${cpus()[0]?.model}, Node ${process.version}, commit ${commit}`;
    const figures = { ...FIGURES, ...found, measured, bytes: { ...FIGURES.bytes, ...bytes } };
    await writeFile(new URL('figures.json', import.meta.url), `${JSON.stringify(figures, undefined, 2)}\n`);
    console.log('The figures are in bench/src/capacity/figures.json.');
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

function print(rates: readonly number[], peak: number): void {
  if (![...rates, peak].every((value) => value > 0)) {
    console.error('Say numbers above 0, such as --scans-per-day 1e9 --peak 3.');
    process.exit(1);
  }
  const assumptions = { ...ASSUMPTIONS, peak };
  console.log(`Measured ${FIGURES.measured}; ${ASSUMPTIONS.eventsPerScan} events a scan.`);
  console.log('Computed against measured, processors of all stages together:');
  for (const { eventsPerSecond, ratio } of checkOf(FIGURES)) {
    console.log(`  ${eventsPerSecond.toFixed(0)} events/s: ${ratio.toFixed(2)}`);
  }
  for (const rate of rates) printPlan(planOf(rate, FIGURES, LIST_PRICES, assumptions));
  console.log('\nHow far one of each goes, the nearest first:');
  for (const { what, scansPerDay } of limitsOf(FIGURES, assumptions)) {
    console.log(`  ${scansPerDay.toExponential(1)} scans a day: ${what}`);
  }
}

function printPlan(plan: Plan): void {
  const { scansPerDay, peakScansPerSecond, stages, partitions, shards, sentTerabytesPerMonth, dollarsPerMonth } = plan;
  console.log(`\n${scansPerDay.toExponential(0)} scans a day, ${Math.round(peakScansPerSecond)} a second at the peak`);
  for (const { name, cores, count, memoryGiB, diskTerabytes } of stages) {
    const disk = diskTerabytes === 0 ? '' : `, ${diskTerabytes.toFixed(1)} TB`;
    const unit = isServer(name) ? 'servers' : 'processes';
    console.log(
      `  ${name.padEnd(10)} ${cores.toFixed(1).padStart(8)} cores at the peak, ${count} ${unit}, ${memoryGiB.toFixed(1)} GiB${disk}`,
    );
  }
  console.log(
    `  ${partitions} partitions, ${shards} ClickHouse shards, ${sentTerabytesPerMonth.toFixed(1)} TB sent a month`,
  );
  const prices = Object.entries(dollarsPerMonth).map(
    ([cloud, dollars]) => `${cloud} $${Math.round(dollars).toLocaleString('en')}`,
  );
  console.log(`  a month at list prices: ${prices.join(', ')}`);
}
