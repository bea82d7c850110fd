import fc from 'fast-check';
import {
  buildClientSchema,
  type GraphQLInputType,
  getNamedType,
  type IntrospectionQuery,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
} from 'graphql';

import { type ApiDescription, callsOf, type Schema } from './api-description.ts';
import { OPERATIONS, operationOfField } from './operations/table.ts';
import { operationOf, rootFields } from './root-fields.ts';

/** A malformed or malicious request. */
export interface Malformed {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

/** Values that often cause errors, whatever type is expected. */
const hostile: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    0,
    -1,
    1e21,
    0.1,
    2 ** 53,
    '',
    ' ',
    '\u0000',
    '\u202e',
    'a\r\nb: c',
    '../../etc/passwd',
    '<script>alert(1)</script>',
    '{{7*7}}',
    "' or 1=1 --",
    '$where',
    'é'.repeat(300),
    '👩‍👩‍👧'.repeat(60),
    'x'.repeat(70_000),
    [],
    {},
    [[]],
    { $gt: '' },
    { $ne: null },
    { __proto__: null, constructor: { prototype: { admin: true } } },
    'SUPERADMIN',
    'DEACTIVATED',
    '00000000-0000-0000-0000-000000000000',
    '2026-13-45T99:99:99Z',
  ),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({ maxLength: 60 }),
  fc.integer(),
  fc.double(),
  fc.jsonValue({ maxDepth: 3 }),
);

const segment = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 40 }).map((text) => encodeURIComponent(text.replace(/\p{Surrogate}/gu, ''))),
  fc.constantFrom('%', '%00', '%zz', '..', '%2e%2e', '%2F', 'new', 'mine', 'x'.repeat(500), '*', ':id', '-1', '0'),
);

const TYPES = [
  'application/json',
  'application/json; charset=utf-8',
  'application/json; charset=utf-16',
  'text/plain',
  'multipart/form-data; boundary=x',
  'multipart/form-data',
  'application/x-www-form-urlencoded',
  'image/png',
  ';',
];

const RAW = [
  '',
  '{',
  '[',
  '{"a":',
  '"',
  'null',
  '['.repeat(20_000),
  '{"a":1e999}',
  '\u0000',
  '{"email":"\\ud800"}',
  '--x--',
];

/**
 * Generated requests for every documented path: some nearly valid, to pass the first checks, some far from it.
 * @param tokens callers' tokens
 * @param ids existing page ids, user ids and the like
 */
export function malformedRest(
  description: ApiDescription,
  tokens: readonly string[],
  ids: readonly string[],
): fc.Arbitrary<Malformed> {
  const known = fc.constantFrom(...ids);
  const operations = callsOf(description);

  function nearly(schema: Schema, depth = 0): fc.Arbitrary<unknown> {
    const target = schema.$ref?.split('/').at(-1);
    if (target !== undefined) return nearly(description.components.schemas[target] ?? {}, depth + 1);
    if (depth > 4) return hostile;
    if (schema.anyOf !== undefined) return fc.oneof(hostile, ...schema.anyOf.map((each) => nearly(each, depth + 1)));
    if (schema.enum !== undefined) return fc.oneof(hostile, fc.constantFrom(...schema.enum));
    if (schema.properties !== undefined) {
      const fields = Object.entries(schema.properties).map(
        ([name, each]) =>
          [
            name,
            fc.oneof({ weight: 3, arbitrary: nearly(each, depth + 1) }, { weight: 1, arbitrary: hostile }),
          ] as const,
      );
      const right = fc.record(Object.fromEntries(fields), { requiredKeys: [] });
      const foreign = fc.dictionary(fc.constantFrom('role', 'ownerId', 'claimedAt', '__proto__', 'id', 'x'), hostile, {
        maxKeys: 1,
      });
      return fc
        .tuple(right, fc.oneof({ weight: 3, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: foreign }))
        .map(([a, b]) => ({ ...a, ...b }));
    }
    if (schema.type === 'array')
      return fc.oneof(hostile, fc.array(nearly(schema.items ?? {}, depth + 1), { maxLength: 60 }));
    if (schema.type === 'string') return fc.oneof(hostile, known, fc.string({ maxLength: 30 }), fc.emailAddress());
    if (schema.type === 'integer') return fc.oneof(hostile, fc.integer({ min: 0, max: 3 }));
    if (schema.type === 'boolean') return fc.oneof(hostile, fc.boolean());
    return hostile;
  }

  const cases = operations.map(({ path, method, operation }) => {
    const places = operation.parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name);
    const queries = operation.parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name);
    const [content] = Object.values(operation.requestBody?.content ?? {});
    const body: fc.Arbitrary<string | undefined> =
      content === undefined
        ? fc.constantFrom(undefined, '{}', ...RAW)
        : fc.oneof(
            { weight: 6, arbitrary: nearly(content.schema).map((value) => JSON.stringify(value)) },
            { weight: 1, arbitrary: fc.constantFrom(undefined, ...RAW) },
            { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 200 }) },
          );
    const search = fc
      .array(
        fc.tuple(fc.oneof(fc.constantFrom('limit', 'cursor', 'a[b]', '__proto__', ...queries), segment), segment),
        { maxLength: 3 },
      )
      .map((pairs) => (pairs.length === 0 ? '' : `?${pairs.map((pair) => pair.join('=')).join('&')}`));
    return fc
      .record({
        parts: fc.array(fc.oneof(segment, known), { minLength: places.length, maxLength: places.length }),
        search,
        body,
        type: fc.oneof({ weight: 5, arbitrary: fc.constant('application/json') }, fc.constantFrom(...TYPES)),
        token: OPERATIONS[operation.operationId]?.endsSession
          ? fc.constant('')
          : fc.constantFrom('', 'x.y.z', ...tokens, ...tokens),
        key: fc.oneof(
          { weight: 9, arbitrary: fc.constant(undefined) },
          fc.constantFrom('', 'é', 'k'.repeat(200), 'a key'),
        ),
        method: fc.oneof(
          { weight: 9, arbitrary: fc.constant(method) },
          fc.constantFrom('GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'),
        ),
      })
      .map(({ parts, search: query, body: text, type, token, key, method: verb }) => {
        let place = 0;
        const filled = path.replace(/\{\w+\}/g, () => parts[place++] ?? '');
        return {
          method: verb,
          path: filled + query,
          headers: {
            ...(text === undefined ? {} : { 'content-type': type }),
            ...(token === '' ? {} : { authorization: `Bearer ${token}` }),
            // Node refuses to send headers outside Latin-1, as other clients do.
            ...(key === undefined ? {} : { 'idempotency-key': key }),
          },
          body: verb === 'GET' ? undefined : text,
        };
      });
  });
  return fc.oneof(...cases);
}

/** Generated GraphQL requests: every root field with unsuitable arguments, and invalid documents. */
export function malformedGraphql(
  introspection: IntrospectionQuery,
  tokens: readonly string[],
  ids: readonly string[],
): fc.Arbitrary<Malformed> {
  const schema = buildClientSchema(introspection);
  const known = fc.constantFrom(...ids);

  function nearly(type: GraphQLInputType, depth = 0): fc.Arbitrary<unknown> {
    const bare = isNonNullType(type) ? type.ofType : type;
    const right: fc.Arbitrary<unknown> = isListType(bare)
      ? fc.array(nearly(bare.ofType as GraphQLInputType, depth + 1), { maxLength: 3 })
      : isEnumType(bare)
        ? fc.constantFrom(...bare.getValues().map(({ name }) => name))
        : isInputObjectType(bare) && depth < 4
          ? fc.record(
              Object.fromEntries(
                Object.values(bare.getFields()).map((field) => [field.name, nearly(field.type, depth + 1)]),
              ),
              { requiredKeys: [] },
            )
          : scalar(getNamedType(bare).name);
    return fc.oneof({ weight: 4, arbitrary: right }, { weight: 1, arbitrary: hostile });
  }

  function scalar(name: string): fc.Arbitrary<unknown> {
    if (name === 'Int') return fc.integer({ min: -2, max: 3 });
    if (name === 'Boolean') return fc.boolean();
    return fc.oneof(known, fc.string({ maxLength: 30 }), fc.emailAddress());
  }

  const roots = rootFields(schema).filter(
    ({ kind, field }) => operationOfField(kind, field.name)?.endsSession !== true,
  );
  const calls = roots.map(({ kind, field }) =>
    fc
      .record(Object.fromEntries(field.args.map((argument) => [argument.name, nearly(argument.type)])), {
        requiredKeys: [],
      })
      .map((variables) => JSON.stringify({ query: operationOf(kind, field), variables })),
  );
  const documents = fc.constantFrom(
    '{',
    'query',
    '{ __typename '.repeat(500),
    `query { ${'me { id } '.repeat(300)} }`,
    `query { ${Array.from({ length: 400 }, (_, i) => `a${i}: me { id }`).join(' ')} }`,
    'fragment F on Query { ...F } query { ...F }',
    'query ($a: [[[[Int]]]]) { me { id } }',
    'subscription { x }',
    'mutation { __typename } mutation { __typename }',
    '{ me(id: "x") { id } }',
    '{ pages(first: -1) { nodes { id } } }',
    '{ page(id: "\\u0000") { id } }',
    `{ ${'x'.repeat(20_000)} }`,
  );
  const garbage = fc.oneof(
    documents.map((query) => JSON.stringify({ query })),
    hostile.map((query) => JSON.stringify({ query })),
    fc
      .tuple(documents, hostile, hostile)
      .map(([query, variables, operationName]) => JSON.stringify({ query, variables, operationName })),
    hostile.map((value) => JSON.stringify(value) ?? ''),
    fc.constantFrom(...RAW),
    documents.map((query) => JSON.stringify([{ query }, { query }])),
  );
  return fc
    .record({
      body: fc.oneof({ weight: 4, arbitrary: fc.oneof(...calls) }, { weight: 1, arbitrary: garbage }),
      token: fc.constantFrom('', ...tokens, ...tokens),
      type: fc.oneof({ weight: 9, arbitrary: fc.constant('application/json') }, fc.constantFrom(...TYPES)),
    })
    .map(({ body, token, type }) => ({
      method: 'POST',
      path: '/graphql',
      headers: { 'content-type': type, ...(token === '' ? {} : { authorization: `Bearer ${token}` }) },
      body,
    }));
}
