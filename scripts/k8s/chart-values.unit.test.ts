import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { VALUES } from './chart-values.ts';
import { ROOT } from './manifests.ts';

type Values = Record<string, unknown>;

/** The places that are refused in the chart's own values, with this one changed. */
function refused(place: string, value: unknown): readonly string[] {
  const values: Values = parse(readFileSync(path.join(ROOT, 'k8s/chart/values.yaml'), 'utf8'));
  const keys = place.split('.');
  const last = keys.pop() ?? '';
  keys.reduce((inner, key) => inner[key] as Values, values)[last] = value;
  return (VALUES.safeParse(values).error?.issues ?? []).map((issue) => issue.path.join('.'));
}

test.each([
  ['setings', {}],
  ['settings.gateway.VOLANT_LOGLEVEL', 'warn'],
  ['settings.kafka.VOLANT_KAFKA_PARTITIONS', 12],
  ['settings.origin.VOLANT_ORIGIN', 'cards.example.org'],
  ['image.registry', 'registry.example/volant/'],
  ['image.registry', 'https://registry.example/volant'],
  ['image.tag', 'sha256:abc'],
  ['image.tag', 0.2],
  ['pods.nodeSelectors', {}],
  ['pods.tolerations', {}],
  ['secrets.gateway', ''],
  ['scaling.gateway.min', 0],
  ['scaling.gateway.max', 1],
  ['resources.gateway.request', {}],
  ['spool.size', '10Gi'],
  ['backup.disk.size', '10Gi'],
  ['backup.schedule', 'every day'],
])('refuses %s: %s', (place, value) => {
  const places = refused(place, value);
  expect(places).toHaveLength(1);
  expect(place.startsWith(places[0] ?? place)).toBe(true);
});

test.each([
  ['image.registry', 'localhost:5000/volant'],
  ['image.tag', 'v1.2.3-rc.1'],
  ['settings.gateway.VOLANT_LOG_LEVEL', 'warn'],
  ['spool.storageClassName', 'fast'],
  ['backup.schedule', '*/30 1-3 * * MON-FRI'],
  ['backup.schedule', '@daily'],
])('accepts %s: %s', (place, value) => {
  expect(refused(place, value)).toEqual([]);
});
