const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;
/** Index of the version digit in the text of a UUID. */
const VERSION_AT = 14;
/** Maximum age of an event: a visitor's device may keep it this long until it is online again. */
export const LATE_MS = 7 * 24 * 3_600_000;
/** Tolerance for a visitor's clock that is fast. */
export const EARLY_MS = 5 * 60_000;

export function isUuid(text: string): boolean {
  return UUID.test(text);
}

/**
 * Time of an event in epoch milliseconds: the time inside its UUIDv7, so that a retry hours later counts on the day of
 * the first attempt. Falls back to the time of receipt if the id contains no time or an implausible one.
 */
export function timeOfEvent(eventId: string, receivedAt: number): number {
  if (eventId[VERSION_AT] !== '7') return receivedAt;
  const inside = Number.parseInt(eventId.slice(0, 8) + eventId.slice(9, 13), 16);
  return inside >= receivedAt - LATE_MS && inside <= receivedAt + EARLY_MS ? inside : receivedAt;
}
