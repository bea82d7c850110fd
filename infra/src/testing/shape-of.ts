import { createHash } from 'node:crypto';
import type { DomainEvent } from '../event-store/event-store.ts';
import type { Fold } from '../event-store/load-stream.ts';

/** Tells which fields a shape does not depend on. */
export type LeavesOut = (key: string, value: unknown) => boolean;

/**
 * Shape of a fold's snapshots: a digest of every state that the fold reaches over a history of examples. It changes if
 * the state changes, or if `evolve` computes another state from the same events. A test compares it with the constant
 * of each fold.
 */
export function shapeOf<State, Event extends DomainEvent>(
  { initialState, evolve }: Fold<State, Event>,
  history: readonly Event[],
  leavesOut: LeavesOut = () => false,
): string {
  const written = (state: State) =>
    JSON.stringify(state, (key, value: unknown) => (leavesOut(key, value) ? undefined : value));
  const digest = createHash('sha256').update(written(initialState));
  history.reduce((state, event, index) => {
    const next = evolve(state, event, index + 1);
    digest.update(written(next));
    return next;
  }, initialState);
  return digest.digest('base64url').slice(0, 12);
}
