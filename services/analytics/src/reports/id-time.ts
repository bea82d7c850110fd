/** When an activity happened, by its id: in the order of the table, unlike `occurred_at`; 1970 where the id tells no time. */
export const ID_TIME = 'UUIDv7ToDateTime(event_id)';

/** A parameter in epoch milliseconds, to compare with. */
export function moment(parameter: string): string {
  return `fromUnixTimestamp64Milli({${parameter}:Int64})`;
}
