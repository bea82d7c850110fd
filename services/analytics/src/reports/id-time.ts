/**
 * Time of an activity according to its id. Unlike `occurred_at`, it follows the sort order of the table. 1970 if the id
 * contains no time.
 */
export const ID_TIME = 'UUIDv7ToDateTime(event_id)';

/** A parameter in epoch milliseconds, to compare with. */
export function moment(parameter: string): string {
  return `fromUnixTimestamp64Milli({${parameter}:Int64})`;
}
