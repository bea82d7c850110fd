import type { Commit } from '@volant/infra/event-store/event-store';
import type { ViewDefinition, ViewDocument, WritableView } from '@volant/infra/views/view-store';
import { idOfSeries, seriesCodec } from '../../series/series.ts';

export const SERIES_VIEW: ViewDefinition = { name: 'series', indexes: ['madeAt'] };

/** A series whose workbook is still available; its key is its stream's id. */
export interface SeriesDocument extends ViewDocument {
  readonly madeAt: string;
}

/** Applies a commit to the view; applying it again changes nothing. */
export async function applyToSeries(view: WritableView<SeriesDocument>, { streamId, events }: Commit): Promise<void> {
  if (idOfSeries(streamId) === undefined) return;
  for (const stored of events) {
    const series = seriesCodec.read(stored);
    if (series === undefined) await view.remove(streamId);
    else await view.put({ _id: streamId, madeAt: series.data.madeAt });
  }
}
