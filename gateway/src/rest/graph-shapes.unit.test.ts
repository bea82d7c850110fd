import { expect, test } from 'vitest';
import { z } from 'zod';
import { fixedOperation } from '../supergraph/graph.ts';
import { fieldsOf } from './graph-shapes.ts';

const webhooks = fixedOperation(`query RestDeliveries($id: ID!) {
  webhook(id: $id) { deliveries { nodes { at attempts state status } last: totalCount } }
}`);
const delivery = { at: '2026-01-01T00:00:00Z', attempts: 1, state: 'DEAD', status: null };

test('a shape has the selected fields by their keys, and nothing else', () => {
  const list = z.strictObject(fieldsOf(webhooks, 'webhook', 'deliveries'));
  expect(list.safeParse({ nodes: [delivery], last: 1 }).success).toBe(true);
  expect(list.safeParse({ nodes: [delivery], totalCount: 1 }).success).toBe(false);
  expect(list.safeParse({ nodes: [{ ...delivery, id: 'x' }], last: 1 }).success).toBe(false);
});

test('a path leads through a list, and the graph says what may be null and which values an enum has', () => {
  const shape = z.strictObject(fieldsOf(webhooks, 'webhook', 'deliveries', 'nodes'));
  expect(shape.safeParse(delivery).success).toBe(true);
  for (const wrong of [{ attempts: null }, { attempts: -1 }, { state: 'LOST' }, { status: '200' }]) {
    expect(shape.safeParse({ ...delivery, ...wrong }).success).toBe(false);
  }
});

test('a field is described as in the graph, and enums by their values', () => {
  const { properties, $defs } = z.toJSONSchema(
    z.strictObject(fieldsOf(webhooks, 'webhook', 'deliveries', 'nodes')),
  ) as { properties: Record<string, object>; $defs: Record<string, { description: string }> };
  expect(properties.status).toHaveProperty('description', 'Status of the last answer.');
  expect(properties.at).toHaveProperty('format', 'date-time');
  expect(properties.state).toHaveProperty('$ref', '#/$defs/DeliveryState');
  expect($defs.DeliveryState?.description).toContain('DEAD: Given up after a day.');
});

test('a path that the operation does not select is refused', () => {
  expect(() => fieldsOf(webhooks, 'webhook', 'types')).toThrow('selects no fields of types');
});
