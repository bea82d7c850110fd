import * as v from 'valibot';

/** Parses external data; undefined if it does not match the schema. */
export function parsed<T>(schema: v.GenericSchema<unknown, T>, value: unknown): T | undefined {
  const result = v.safeParse(schema, value);
  return result.success ? result.output : undefined;
}
