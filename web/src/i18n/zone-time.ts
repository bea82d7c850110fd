/** Daily figures use this zone, so all dates and times are shown in it, too; only rides have that of their business. */
export const ZONE = 'Europe/Paris';

/** Created on first use, because that takes milliseconds and every screen loads this module. */
const clocks = new Map<string, Intl.DateTimeFormat>();

/** An instant as fields for date and time have it, such as `2026-12-01T09:00`, in the zone of all times shown. */
export function zoneTime(instant: string | number, zone = ZONE): string {
  const clock =
    clocks.get(zone) ?? new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' });
  clocks.set(zone, clock);
  return clock.format(new Date(instant)).replace(' ', 'T');
}

/** The instant of such a time. Times skipped by daylight saving move one hour forward. */
export function instantOfZoneTime(time: string, zone = ZONE): string {
  const asUtc = Date.parse(`${time}Z`);
  const offsetAt = (instant: number) => Date.parse(`${zoneTime(instant, zone)}Z`) - instant;
  return new Date(asUtc - offsetAt(asUtc - offsetAt(asUtc))).toISOString();
}
