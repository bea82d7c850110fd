import { type Rules, rulesIn } from './rules.ts';

const UNITS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600, d: 86_400 };
/** One minute in production becomes one second in the test. */
const TIMES = 60;
/** One gibibyte becomes one mebibyte, a hundred commits become a tenth of one. */
const AMOUNTS = 1_024;
/**
 * Delays of some seconds in the product, such as a late event, do not shrink in the test: a window holds two of them.
 */
const LEAST_SECONDS = 15;

/** The shipped rules with windows (at least 15 s), waits and ages divided by 60 and amounts divided by 1024. */
export function hastenedRules(): Rules {
  return {
    groups: rulesIn().groups.map(({ name, rules }) => ({
      name,
      rules: rules.map((rule) => ({
        ...rule,
        expr: hastened(rule.expr),
        ...(rule.for === undefined ? {} : { for: `${seconds(rule.for)}s` }),
      })),
    })),
  };
}

function hastened(expression: string): string {
  return expression
    .replace(/\[(\w+)\]/g, (_, duration: string) => `[${Math.max(LEAST_SECONDS, seconds(duration))}s]`)
    .replace(/(_(?:age|oldest)_seconds\)) > ([\d.* ]*\d)/g, `$1 > ($2) / ${TIMES}`)
    .replace(/(_(?:records|commits|bytes)\)) > ([\d.* ]*\d)/g, `$1 > ($2) / ${AMOUNTS}`);
}

function seconds(duration: string): number {
  const [, count, unit = ''] = /^(\d+)([smhd])$/.exec(duration) ?? [];
  const length = Number(count) * (UNITS[unit] ?? Number.NaN);
  if (Number.isNaN(length)) throw new Error(`${duration} is no duration that this test knows`);
  return Math.ceil(length / TIMES);
}
