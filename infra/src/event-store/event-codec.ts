import { z } from 'zod';
import { UnreadableData } from '../process/settings/server-errors.ts';
import { type Commit, type DomainEvent, STREAM_ERASED, type StoredEvent } from './event-store.ts';

/** Writes events in the current schema version and reads all versions ever written. */
export interface EventCodec<Event extends DomainEvent> {
  /** Schema version in which this event is written. */
  schemaOf(type: Event['type']): number;
  /**
   * Upcasts and parses a stored event; undefined for `StreamErased`.
   * @throws UnreadableData if the type or schema version of the event is unknown
   */
  read(stored: StoredEvent): Event | undefined;
}

/** The events of commits, without `StreamErased`. */
export function eventsOf<Event extends DomainEvent>(
  codec: EventCodec<Event>,
  commits: readonly Pick<Commit, 'events'>[],
): readonly Event[] {
  return commits.flatMap(({ events }) => events.flatMap((stored) => codec.read(stored) ?? []));
}

/** Current schemas of the event data of an aggregate, by event type. */
type Shapes = Readonly<Record<string, z.core.$ZodType<object>>>;

type Immutable<T> = { readonly [K in keyof T]: Immutable<T[K]> };

/** Event types inferred from the schemas: a union of all of them, or the one of `Type`. */
export type EventOf<S extends Shapes, Type extends keyof S & string = keyof S & string> = {
  readonly [T in Type]: { readonly type: T; readonly data: Immutable<z.infer<S[T]>> };
}[Type];

/**
 * Converts data from one schema version to the next. Events are written in version 1 plus the number of their upcasts;
 * an event stored in version n runs through the upcasts from n on before it is parsed.
 */
export type Upcast = (data: unknown) => unknown;

/**
 * Reads and writes the events of an aggregate by their schemas. The schemas must not contain current input rules: a
 * stricter rule must not make an old stream unreadable.
 */
export function eventCodec<S extends Shapes>(
  aggregate: string,
  shapes: S,
  upcasts: { readonly [T in keyof S]?: readonly Upcast[] } = {},
): EventCodec<EventOf<S>> & { readonly aggregate: string; readonly shapes: S } {
  const schemaOf = (type: keyof S) => 1 + (upcasts[type]?.length ?? 0);
  return {
    aggregate,
    shapes,
    schemaOf,
    read({ type, schema, data }) {
      if (type === STREAM_ERASED) return undefined;
      const shape = Object.hasOwn(shapes, type) ? shapes[type] : undefined;
      if (shape === undefined || !(schema >= 1 && schema <= schemaOf(type))) {
        throw new UnreadableData(
          `A later version of Volant wrote these data (${aggregate}: ${type}, version ${schema}). Run that version again, or restore a backup of this one.`,
        );
      }
      const current = (upcasts[type] ?? []).slice(schema - 1).reduce((old, upcast) => upcast(old), data);
      return { type, data: z.parse(shape, current) } as EventOf<S>;
    },
  };
}
