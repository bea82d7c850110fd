import { AsyncScope } from '../process/async-scope.ts';

const positions = new AsyncScope<number>();

/**
 * Runs what brings views up to date with the commit or record at `position`. Where several processes feed one view
 * in turn, a write made in here leaves a document alone that a later position has written already: it comes from a
 * process that was asleep while another took over.
 */
export function applyingAt<T>(position: number, apply: () => Promise<T>): Promise<T> {
  return positions.run(position, apply);
}

/** The position being applied; undefined outside of `applyingAt`. */
export function positionApplied(): number | undefined {
  return positions.get();
}
