const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;
/** Place of the version digit in the text of a UUID. */
const VERSION_AT = 14;
/** A visitor's device may keep an event this long before it finds a network. */
export const LATE_MS = 7 * 24 * 3_600_000;
/** A visitor's clock may run this far ahead. */
export const EARLY_MS = 5 * 60_000;

export function isUuid(text: string): boolean {
  return UUID.test(text);
}

/**
 * When the event happened, in epoch milliseconds: the time inside a UUIDv7, so
 * that a retry hours later stays on the day of the first try; the time of
 * receipt where the id holds no time or one that cannot be believed.
 */
export function timeOfEvent(eventId: string, receivedAt: number): number {
  if (eventId[VERSION_AT] !== '7') return receivedAt;
  const inside = Number.parseInt(eventId.slice(0, 8) + eventId.slice(9, 13), 16);
  return inside >= receivedAt - LATE_MS && inside <= receivedAt + EARLY_MS ? inside : receivedAt;
}
