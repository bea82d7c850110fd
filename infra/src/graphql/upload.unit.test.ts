import { expect, it } from 'vitest';
import { DomainError } from '../errors/domain-error.ts';
import { createLogger } from '../process/observability/log.ts';
import type { SubgraphCall } from './subgraph-call.ts';
import { createUpload } from './upload.ts';

const call: SubgraphCall = {
  token: undefined,
  language: 'en',
  clientAddress: '192.0.2.1',
  correlationId: 'test-correlation',
  idempotencyKey: undefined,
};
const catalogue = { IMAGE_INVALID: { status: 400, fr: 'Image non valide.', en: 'Not an image.' } };

async function* nothing(): AsyncGenerator<Uint8Array> {}

function setUp(upload: () => Promise<{ imageUrl: string }>) {
  const lines: string[] = [];
  const log = createLogger({ name: 'test', destination: { write: (line) => void lines.push(line) } });
  return { run: () => createUpload({ upload, catalogue, log })({ body: nothing(), call }), lines };
}

it('passes on a picture’s address', async () => {
  const { run } = setUp(async () => ({ imageUrl: '/uploads/a.jpg' }));
  expect(await run()).toEqual({ imageUrl: '/uploads/a.jpg' });
});

it('answers a refusal of the service in the caller’s language', async () => {
  const { run, lines } = setUp(() => Promise.reject(new DomainError('IMAGE_INVALID')));
  expect(await run()).toEqual({ refusal: { code: 'IMAGE_INVALID', status: 400, text: 'Not an image.' } });
  expect(lines).toEqual([]);
});

it('logs an unexpected error and does not reveal it', async () => {
  const { run, lines } = setUp(() => Promise.reject(new Error('disk on fire')));
  const answer = await run();
  expect(answer).toMatchObject({ refusal: { code: 'INTERNAL', status: 500 } });
  expect(JSON.stringify(answer)).not.toContain('fire');
  expect(lines.join('')).toContain('disk on fire');
});
