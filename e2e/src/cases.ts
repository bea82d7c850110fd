/** Whether `npm run test:nightly` runs, which tries the cases that `npm run test:all` leaves out. */
export const REST = process.env.VOLANT_CASES === 'rest';

/** Whether this run tries a case: `npm run test:all` the usual ones of each kind, `npm run test:nightly` the others. */
export function isTried(isUsual: boolean): boolean {
  return isUsual !== REST;
}

export function casesOf<T>(cases: readonly T[], isUsual: (one: T, at: number) => boolean): readonly T[] {
  return cases.filter((one, at) => isTried(isUsual(one, at)));
}
