import type { WeekFigure } from '@volant/infra/process/server/remote-service';
import { EVENT_TYPES } from '@volant/proto/activity/click-types';

export type EventType = (typeof EVENT_TYPES)[number];
export type LetterFigure = WeekFigure & { readonly type: EventType };

const FIGURES_OF_LETTER = 3;

/**
 * The figures that changed most, and none if nothing happened this week. A change counts more the less chance explains
 * it: 5 more calls after 2 say more than 20 more views after 200. Without a week to compare with, the highest come first.
 */
export function mostChanged(figures: readonly WeekFigure[]): readonly LetterFigure[] {
  if (figures.every(({ now }) => now === 0)) return [];
  return EVENT_TYPES.flatMap((type) => {
    const found = figures.find((figure) => figure.type === type);
    return found === undefined || found.now + (found.before ?? 0) === 0 ? [] : { ...found, type };
  })
    .sort((one, other) => weightOf(other) - weightOf(one))
    .slice(0, FIGURES_OF_LETTER);
}

/** The difference in units of what two counts of this size differ by chance. */
function weightOf({ now, before }: WeekFigure): number {
  if (before === null) return now;
  return Math.abs(now - before) / Math.sqrt(now + before);
}
