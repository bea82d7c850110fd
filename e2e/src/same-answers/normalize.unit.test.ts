import { expect, test } from 'vitest';
import { createNormalizer } from './normalize.ts';

const ORIGIN = 'http://127.0.0.1:4000';

function normalizedHeader(value: string): string | undefined {
  const line = { step: 'a step', status: 200, headers: { header: value }, body: undefined };
  return createNormalizer(ORIGIN)(line).headers.header;
}

test.each([
  'attachment; filename="pages-2026-11-25T01-30-06.xlsx"',
  '2026-11-25T01:30:06.120Z',
  'until 2026-11-25T01:30:06Z',
])('removes every time in %s', (value) => {
  expect(normalizedHeader(value)).toContain('<time>');
  expect(normalizedHeader(value)).not.toMatch(/\d/);
});

test('keeps equal values equal and different values different', () => {
  const normalize = createNormalizer(ORIGIN);
  const [one, other] = ['3f0c1de2-6c1b-4a51-9c55-0b1de20c7f11', 'b6a4cf53-08a0-4f0d-8b5b-94a7c05a1b7e'];
  const { body } = normalize({ step: 'a step', status: 200, headers: {}, body: [one, other, one, `${ORIGIN}/d/x`] });
  expect(body).toEqual(['<uuid 1>', '<uuid 2>', '<uuid 1>', '<origin>/d/x']);
});
