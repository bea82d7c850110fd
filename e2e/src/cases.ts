/** Whether `npm run test:long` runs, which tries the cases that `npm test` leaves out. */
export const REST = process.env.VOLANT_CASES === 'rest';

/** Whether this run tries a case: `npm test` the usual ones of each kind, `npm run test:long` the others. */
export function isTried(isUsual: boolean): boolean {
  return isUsual !== REST;
}

export function casesOf<T>(cases: readonly T[], isUsual: (one: T, at: number) => boolean): readonly T[] {
  return cases.filter((one, at) => isTried(isUsual(one, at)));
}
