import { type EventOf, eventCodec } from '@volant/infra/event-store/event-codec';
import { z } from 'zod';

/** Pages created at once, from which their workbook is written while it is available. */
const shapes = { SeriesMade: z.object({ uids: z.array(z.string()), note: z.string(), madeAt: z.string() }) };

export type SeriesMade = EventOf<typeof shapes>;

export const seriesCodec = eventCodec('series', shapes);

const STREAM_PREFIX = 'series-';

export function seriesStream(id: string): string {
  return `${STREAM_PREFIX}${id}`;
}

export function isSeriesStream(streamId: string): boolean {
  return streamId.startsWith(STREAM_PREFIX);
}
