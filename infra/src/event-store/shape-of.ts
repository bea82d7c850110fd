import { createHash } from 'node:crypto';
import type { DomainEvent } from './event-store.ts';
import type { Fold } from './load-stream.ts';

/**
 * The shape of a fold's snapshots: a digest of every state it reaches over a history of examples. Another state, or an
 * `evolve` that makes another of the same events, is another shape. Tests hold the constant of each fold against it.
 */
export function shapeOf<State, Event extends DomainEvent>(
  { initialState, evolve }: Fold<State, Event>,
  history: readonly Event[],
): string {
  const digest = createHash('sha256').update(JSON.stringify(initialState));
  history.reduce((state, event, index) => {
    const next = evolve(state, event, index + 1);
    digest.update(JSON.stringify(next));
    return next;
  }, initialState);
  return digest.digest('base64url').slice(0, 12);
}
