import type { z } from 'zod';
import { type DomainEvent, STREAM_ERASED, type StoredEvent } from './event-store.ts';

/** Writes events in today's shape and reads every shape ever written. */
export interface EventCodec<Event extends DomainEvent> {
  /** Version of the shape now written for this event. */
  schemaOf(type: Event['type']): number;
  /**
   * Upcasts and parses a stored event; undefined for `StreamErased`.
   * @throws when the event is of no known type or shape
   */
  read(stored: StoredEvent): Event | undefined;
}

/** Today's shape of the data of each event of an aggregate. */
type Shapes = Readonly<Record<string, z.ZodType<object>>>;

type Immutable<T> = { readonly [K in keyof T]: Immutable<T[K]> };

/** The events these shapes declare: their union, or the one of a type. */
export type EventOf<S extends Shapes, Type extends keyof S & string = keyof S & string> = {
  readonly [T in Type]: { readonly type: T; readonly data: Immutable<z.infer<S[T]>> };
}[Type];

/**
 * Turns data of one version into that of the next. An event is written in version 1 plus the number of its upcasts;
 * one that was stored in version n passes through those from n on before it is parsed.
 */
export type Upcast = (data: unknown) => unknown;

/**
 * Reads and writes the events of an aggregate by their shapes. The shapes read what was once written and know nothing
 * of today's rules for input: a rule that becomes stricter must not make an old stream unreadable.
 */
export function eventCodec<S extends Shapes>(
  aggregate: string,
  shapes: S,
  upcasts: { readonly [T in keyof S]?: readonly Upcast[] } = {},
): EventCodec<EventOf<S>> & { readonly shapes: S } {
  const schemaOf = (type: keyof S) => 1 + (upcasts[type]?.length ?? 0);
  return {
    shapes,
    schemaOf,
    read({ type, schema, data }) {
      if (type === STREAM_ERASED) return undefined;
      const shape = Object.hasOwn(shapes, type) ? shapes[type] : undefined;
      if (shape === undefined || !(schema >= 1 && schema <= schemaOf(type))) {
        throw new Error(`${aggregate}: a stored event is of unknown shape: ${type}, version ${schema}`);
      }
      const current = (upcasts[type] ?? []).slice(schema - 1).reduce((old, upcast) => upcast(old), data);
      return { type, data: shape.parse(current) } as EventOf<S>;
    },
  };
}
