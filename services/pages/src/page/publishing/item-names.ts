import type { Fold } from '@volant/infra/event-store/load-stream';
import type { PageEvent } from '../domain/events.ts';

/** More than an owner renames while a visitor has the page open. */
const MOST_FORMER = 40;

/** Events after which the page has no item of a former owner. */
const BEGINNINGS: ReadonlySet<string> = new Set(['PageReleased', 'PageClaimed', 'PageHandedOver', 'CardAdded']);

export interface ItemNames {
  readonly present: readonly string[];
  /** Names that the present owner's profile no longer has, latest last. */
  readonly former: readonly string[];
}

export const itemNames: Fold<ItemNames, PageEvent> = {
  initialState: { present: [], former: [] },
  evolve(names, event) {
    const begun = BEGINNINGS.has(event.type) ? itemNames.initialState : names;
    const profile = 'profile' in event.data ? event.data.profile : undefined;
    if (profile === undefined) return begun;
    const present = profile.customFields.map(({ name }) => name);
    const there = new Set([...begun.present, ...present]);
    const gone = begun.present.filter((name) => !present.includes(name));
    const former = [...begun.former.filter((name) => !there.has(name)), ...new Set(gone)];
    return { present, former: former.slice(-MOST_FORMER) };
  },
};
