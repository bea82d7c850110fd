import { DomainError } from '@volant/infra/errors/domain-error';

/** Runs tasks, so many at a time; the rest wait in line. */
export type Gate = <T>(task: () => Promise<T>) => Promise<T>;

/**
 * Bounds what a flood of expensive tasks can take: `concurrent` run, at most `waiting` wait, and whoever comes
 * after them is refused with UNAVAILABLE at once, instead of a promise that would be kept too late to be of use.
 */
export function createGate({ concurrent, waiting }: { concurrent: number; waiting: number }): Gate {
  const line: (() => void)[] = [];
  let running = 0;

  return async (task) => {
    if (running < concurrent) {
      running += 1;
    } else {
      if (line.length >= waiting) throw new DomainError('UNAVAILABLE', {}, 2);
      // The place of whoever leaves is handed over, so `running` stays as it is.
      await new Promise<void>((resolve) => line.push(resolve));
    }
    try {
      return await task();
    } finally {
      const next = line.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };
}
