import { expect, it } from 'vitest';
import { wrongBetweenFeatures } from './feature-arrows.ts';

const pages = 'services/pages/src';
const client = 'web/src/features';

it.each([
  ['its own folder', `${pages}/webhooks/feature.ts`, `${pages}/webhooks/post.ts`],
  ['the core', `${pages}/webhooks/feature.ts`, `${pages}/page/occurrences.ts`],
  ['the types of the schema', `${pages}/webhooks/resolvers.ts`, `${pages}/schema.generated.ts`],
  ['another package', `${pages}/webhooks/post.ts`, 'infra/src/network/address.ts'],
])('a feature may import %s', (_, from, to) => {
  expect(wrongBetweenFeatures(from, to)).toBeUndefined();
});

it.each([
  ['the list of features', `${pages}/features.ts`, `${pages}/webhooks/feature.ts`],
  ['a fixture', `${pages}/testing/pages-fixture.ts`, `${pages}/batches/view.ts`],
  ['a test', `${pages}/webhooks/webhooks.int.test.ts`, `${pages}/testing/pages-fixture.ts`],
])('%s may import any feature', (_, from, to) => {
  expect(wrongBetweenFeatures(from, to)).toBeUndefined();
});

it.each([
  [
    'a feature another one',
    `${pages}/webhooks/occurrences.ts`,
    `${pages}/batches/domain.ts`,
    'no feature imports another',
  ],
  ['a feature the whole service', `${pages}/webhooks/commands.ts`, `${pages}/app.ts`, 'no feature imports another'],
  ['the core a feature', `${pages}/page/context.ts`, `${pages}/cards/commands.ts`, 'the core imports no feature'],
  [
    'a feature of the client another one',
    `${client}/editor/a.tsx`,
    `${client}/cards/b.tsx`,
    'no feature imports another',
  ],
])('refuses that %s imports', (_, from, to, why) => {
  expect(wrongBetweenFeatures(from, to)).toBe(why);
});
