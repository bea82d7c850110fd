import type { Pattern } from './findings.ts';

/** By pattern, as it is written. */
export type Answers = Readonly<Record<string, boolean>>;

/** A pattern that is not decided within this time counts as not linear. */
const TIMEOUT_MS = 60_000;
const WITHOUT_END = /[*+]|\{\d+,\}/;

/**
 * Whether patterns are linear, by the answers stored in the repository: recheck takes seconds for some of them,
 * and they depend on the pattern alone. A pattern without an answer is noted in `undecided`, and passes.
 */
export function createIsLinear(stored: Answers) {
  const used = new Map<string, boolean>();
  const undecided = new Map<string, Pattern>();

  function isLinear({ source, flags }: Pattern): boolean {
    // Without an unbounded repetition, a match reads only a bounded part of the text.
    if (!WITHOUT_END.test(source.replace(/\\./g, ''))) return true;
    const key = `/${source}/${flags}`;
    const known = stored[key];
    if (known === undefined) undecided.set(key, { source, flags });
    else used.set(key, known);
    return known ?? true;
  }

  return { isLinear, used, undecided };
}

/** Asks recheck about these patterns. */
export async function decided(patterns: ReadonlyMap<string, Pattern>): Promise<Answers> {
  const { checkSync } = await import('recheck');
  const answers: Record<string, boolean> = {};
  for (const [key, { source, flags }] of patterns) {
    const { status } = checkSync(source, flags, { checker: 'automaton', timeout: TIMEOUT_MS });
    if (status === 'unknown')
      throw new Error(`${key} was not decided in time: the machine is busy, or it is not linear`);
    answers[key] = status === 'safe';
  }
  return answers;
}
