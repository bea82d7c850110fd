import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { eventCodec } from './event-codec.ts';

const codec = eventCodec(
  'seat',
  { Taken: z.object({ by: z.string(), row: z.int() }), Left: z.object({}) },
  { Taken: [(data) => ({ by: data }), (data) => ({ ...z.object({ by: z.string() }).parse(data), row: 1 })] },
);

describe('event codec', () => {
  it('writes an event in the version that its upcasts lead to', () => {
    expect([codec.schemaOf('Taken'), codec.schemaOf('Left')]).toEqual([3, 1]);
  });

  it.each([
    [1, 'Anna'],
    [2, { by: 'Anna' }],
    [3, { by: 'Anna', row: 1 }],
  ])('reads data written in version %i', (schema, data) => {
    expect(codec.read({ id: 'e', type: 'Taken', schema, data })).toEqual({
      type: 'Taken',
      data: { by: 'Anna', row: 1 },
    });
  });

  it.each([
    ['Taken', 4],
    ['Taken', 0],
    ['Left', 2],
    ['toString', 1],
  ])('refuses %s in version %i', (type, schema) => {
    expect(() => codec.read({ id: 'e', type, schema, data: {} })).toThrow(
      `A later version of Volant wrote these data (seat: ${type}, version ${schema}).`,
    );
  });

  it('refuses data that does not match the schema', () => {
    expect(() => codec.read({ id: 'e', type: 'Taken', schema: 3, data: { by: 'Anna' } })).toThrow(z.ZodError);
  });

  it('reads an erasure marker as undefined', () => {
    expect(codec.read({ id: 'e', type: 'StreamErased', schema: 1, data: {} })).toBeUndefined();
  });
});
