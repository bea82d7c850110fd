import { expect } from 'vitest';
import { DomainError } from '../errors/domain-error.ts';
import type { Decider } from '../event-store/command-handler.ts';
import type { DomainEvent } from '../event-store/event-store.ts';

export interface DeciderOutcome<Event extends DomainEvent> {
  /** Expects exactly these events; `[]` means that the command changes nothing. */
  then(events: readonly Event[]): void;
  /** Expects a DomainError with this code and, if given, at least these parameters. */
  thenRefuses(code: string, parameters?: Readonly<Record<string, string | number>>): void;
}

export interface DeciderSpecification<Command, Event extends DomainEvent> {
  given(events: readonly Event[]): { when(command: Command): DeciderOutcome<Event> };
}

/**
 * Describes a decider's rules as tests: `specify(page).given([created]).when(claim).then([claimed])`.
 * Freezes history, command and state, so that a decider that mutates its input fails.
 */
export function specify<State, Command, Event extends DomainEvent>(
  decider: Decider<State, Command, Event>,
): DeciderSpecification<Command, Event> {
  const fold = (state: State, events: readonly Event[]): State =>
    events.reduce((folded, event) => deepFreeze(decider.evolve(folded, deepFreeze(event))), deepFreeze(state));

  return {
    given: (history) => ({
      when: (command) => {
        const state = fold(decider.initialState, history);
        const decide = () => decider.decide(deepFreeze(command), state);
        return {
          // biome-ignore lint/suspicious/noThenProperty: given, when, then; an outcome is never awaited.
          then: (expected) => {
            const events = decide();
            expect(events).toStrictEqual(expected);
            // A decider must be able to fold the events that it returns.
            fold(state, events);
          },
          thenRefuses: (code, parameters = {}) => {
            const refusal = refusalOf(decide);
            expect(refusal.code).toBe(code);
            expect(refusal.parameters).toMatchObject(parameters);
          },
        };
      },
    }),
  };
}

function refusalOf(decide: () => readonly DomainEvent[]): DomainError {
  let events: readonly DomainEvent[];
  try {
    events = decide();
  } catch (error) {
    if (error instanceof DomainError) return error;
    throw error;
  }
  return expect.fail(`expected a refusal, got ${JSON.stringify(events)}`);
}

function deepFreeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value) || ArrayBuffer.isView(value)) return value;
  Object.freeze(value);
  for (const inner of Object.values(value)) deepFreeze(inner);
  return value;
}
