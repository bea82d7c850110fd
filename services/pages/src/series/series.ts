import { STREAM_ERASED, type StoredEvent } from '@volant/infra/event-store/event-store';
import { z } from 'zod';

/** Pages made at once: what their workbook is written from while it can be had. */
export interface SeriesMade {
  readonly type: 'SeriesMade';
  readonly data: {
    readonly uids: readonly string[];
    readonly note: string;
    readonly madeAt: string;
  };
}

export const SERIES_SCHEMA = 1;

const shape = z.object({ uids: z.array(z.string()), note: z.string(), madeAt: z.string() });
const STREAM_PREFIX = 'series-';

export function seriesStream(id: string): string {
  return `${STREAM_PREFIX}${id}`;
}

export function isSeriesStream(streamId: string): boolean {
  return streamId.startsWith(STREAM_PREFIX);
}

/** Undefined for the mark of an erased stream. */
export function readSeriesEvent(stored: StoredEvent): SeriesMade['data'] | undefined {
  if (stored.type === STREAM_ERASED) return undefined;
  if (stored.type !== 'SeriesMade' || stored.schema !== SERIES_SCHEMA) {
    throw new Error(`no event of a series is called ${stored.type} in shape ${stored.schema}`);
  }
  return shape.parse(stored.data);
}
