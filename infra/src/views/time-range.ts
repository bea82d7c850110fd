type Moment = Date | string | null | undefined;

/** Condition of a filter on ISO 8601 times. */
export interface TimeRange {
  readonly $gte?: string;
  readonly $lt?: string;
}

/** The times from one moment on and before another; undefined if neither is given. */
export function timeRange(from: Moment, before: Moment): TimeRange | undefined {
  if (!from && !before) return undefined;
  return { ...(from && { $gte: written(from) }), ...(before && { $lt: written(before) }) };
}

export function isWithin(time: string, { $gte, $lt }: TimeRange = {}): boolean {
  return ($gte === undefined || time >= $gte) && ($lt === undefined || time < $lt);
}

const written = (moment: Date | string) => new Date(moment).toISOString();
