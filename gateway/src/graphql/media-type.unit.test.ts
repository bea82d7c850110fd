import { expect, it } from 'vitest';
import { prefersGraphqlResponse } from './media-type.ts';

it.each([
  [undefined, false],
  ['', false],
  ['*/*', false],
  ['application/json', false],
  ['text/html', false],
  ['application/graphql-response+json', true],
  ['Application/GraphQL-Response+JSON; charset=utf-8', true],
  ['application/graphql-response+json, application/json;q=0.9', true],
  ['application/graphql-response+json, application/json', true],
  ['application/json;q=0.5,application/graphql-response+json;q=0.8', true],
  ['application/graphql-response+json;q=0.5, application/json', false],
  ['application/graphql-response+json;q=0.5, */*', false],
  ['application/graphql-response+json;q=0.5, */*;q=0.1', true],
  ['application/graphql-response+json;q=0.5, application/json;q=0.1, */*', true],
  ['application/graphql-response+json;q=0', false],
  ['application/graphql-response+json;q=x', false],
])('answers Accept %j in the media type of GraphQL: %s', (accept, preferred) => {
  expect(prefersGraphqlResponse(accept)).toBe(preferred);
});
