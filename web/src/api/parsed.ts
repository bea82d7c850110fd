import * as v from 'valibot';

/** A value from outside in the form it must have; undefined where it has another. */
export function parsed<T>(schema: v.GenericSchema<unknown, T>, value: unknown): T | undefined {
  const result = v.safeParse(schema, value);
  return result.success ? result.output : undefined;
}
