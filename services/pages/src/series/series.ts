import { type EventOf, eventCodec } from '@volant/infra/event-store/event-codec';
import { streamKind } from '@volant/infra/event-store/stream-kind';
import { z } from 'zod';

/** Pages created at once, from which their workbook is written while it is available. */
const shapes = { SeriesMade: z.object({ uids: z.array(z.string()), note: z.string(), madeAt: z.string() }) };

export type SeriesMade = EventOf<typeof shapes>;

export const seriesCodec = eventCodec('series', shapes);

export const { of: seriesStream, idIn: idOfSeries } = streamKind('series-');
