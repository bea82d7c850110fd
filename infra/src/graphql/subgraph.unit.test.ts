import { describe, expect, it } from 'vitest';
import { DomainError } from '../errors/domain-error.ts';
import { createLogger } from '../process/observability/log.ts';
import { createSubgraph } from './subgraph.ts';
import type { SubgraphCall } from './subgraph-call.ts';

const TYPES = `
extend schema @link(url: "https://specs.apollo.dev/federation/v2.9", import: ["@key"])
scalar DateTime
scalar JSON
scalar Date
enum Colour { RED BLUE }
type Car @key(fields: "id") { id: ID! name: String! seen: DateTime day: Date extras: JSON colour: Colour }
type Driver @key(fields: "id") { id: ID! trips: Int name: String }
type Query {
  car(id: ID!): Car! cars(ids: [ID!]!): [Car] broken: String refused: String at(when: DateTime!): DateTime
  instant(value: JSON!): DateTime
}
type Mutation { paint(input: PaintInput!): Car! keep(value: JSON!): JSON }
input PaintInput { id: ID! colour: Colour! extras: JSON }
`;

const CALL: SubgraphCall = {
  token: undefined,
  language: 'fr',
  clientAddress: '192.0.2.1',
  correlationId: 'c1',
  idempotencyKey: undefined,
};

function setUp(createContext: () => { user: string } = () => ({ user: 'u1' })) {
  const lines: string[] = [];
  const car = (id: string) => ({
    id,
    name: 'Berline Démo',
    seen: new Date('2026-01-02T03:04:05Z'),
    day: '2026-01-02',
    extras: { seats: [1, 2] },
  });
  const subgraph = createSubgraph({
    name: 'cars',
    typeDefs: TYPES,
    catalogue: { FULL: { status: 409, fr: 'Complet : {seats} places.', en: 'Full: {seats} seats.' } },
    createContext,
    log: createLogger({ name: 'test', destination: { write: (line) => void lines.push(line) } }),
    resolvers: {
      Car: {
        __resolveReference: (reference: { id: string }) => car(reference.id),
        name: (parent: { name: string }, _: object, context: { user: string }) => `${parent.name} ${context.user}`,
      },
      Driver: {
        trips: ({ id }: { id: string }) => {
          if (id === 'refused') throw new DomainError('FULL', { seats: 4 });
          return id.length;
        },
        name: ({ id }: { id: string }) => `Driver ${id}`,
      },
      Query: {
        car: (_: unknown, { id }: { id: string }) => (id === 'none' ? undefined : car(id)),
        cars: (_: unknown, { ids }: { ids: readonly string[] }) =>
          ids.map(async (id) => {
            if (id === 'full') throw new DomainError('FULL', { seats: 4 });
            return id === 'none' ? null : car(id);
          }),
        instant: (_: unknown, { value }: { value: { at: unknown } }) => value.at,
        broken: () => {
          throw new Error('internal s3cret at /srv/secret.ts');
        },
        refused: () => {
          throw new DomainError('FULL', { seats: 4 }, 7);
        },
        at: (_: unknown, { when }: { when: Date }) => when,
      },
      Mutation: {
        keep: (_: unknown, { value }: { value: unknown }) => value,
        paint: (_: unknown, { input }: { input: { id: string; colour: string } }) => ({ ...car(input.id), ...input }),
      },
    },
  });
  return { subgraph, lines };
}

describe('subgraph', () => {
  it('executes operations and serializes scalars', async () => {
    const { subgraph } = setUp();
    const result = await subgraph.execute(
      {
        query: 'query Q($id: ID!, $t: DateTime!) { car(id: $id) { id name seen day extras } at(when: $t) }',
        variables: { id: 'c', t: '2026-01-01T02:00:00+02:00' },
      },
      CALL,
    );
    expect(JSON.parse(JSON.stringify(result))).toEqual({
      data: {
        car: {
          id: 'c',
          name: 'Berline Démo u1',
          seen: '2026-01-02T03:04:05.000Z',
          day: '2026-01-02',
          extras: { seats: [1, 2] },
        },
        at: '2026-01-01T00:00:00.000Z',
      },
    });
  });

  it('answers entity references and its own definition', async () => {
    const { subgraph } = setUp();
    const result = await subgraph.execute(
      {
        query: 'query ($r: [_Any!]!) { _entities(representations: $r) { ... on Car { name } } _service { sdl } }',
        variables: { r: [{ __typename: 'Car', id: 'x' }] },
      },
      CALL,
    );
    expect(result.errors).toBeUndefined();
    expect(result.data).toMatchObject({ _entities: [{ name: 'Berline Démo u1' }] });
  });

  it('answers references of several types in order, with an error for one field of one of them', async () => {
    const { subgraph } = setUp();
    const driver = (id: string) => ({ __typename: 'Driver', id });
    const result = await subgraph.execute(
      {
        query: `query ($r: [_Any!]!) { _entities(representations: $r) { ... on Car { id } ...D } }
          fragment D on Driver { name ... on Driver { of: trips } }`,
        variables: { r: [driver('a'), { __typename: 'Car', id: 'x' }, driver('refused'), driver('c')] },
      },
      CALL,
    );
    expect(JSON.parse(JSON.stringify(result.data))).toEqual({
      _entities: [
        { name: 'Driver a', of: 1 },
        { id: 'x' },
        { name: 'Driver refused', of: null },
        { name: 'Driver c', of: 1 },
      ],
    });
    expect(result.errors).toMatchObject([{ path: ['_entities', 2, 'of'], extensions: { code: 'FULL' } }]);
  });

  it('answers a refusal in the requested language, with code, status and retry time', async () => {
    const { subgraph, lines } = setUp();
    const french = await subgraph.execute({ query: '{ refused }' }, CALL);
    const english = await subgraph.execute({ query: '{ refused }' }, { ...CALL, language: 'en' });
    expect(french.errors?.[0]).toMatchObject({
      message: 'Complet : 4 places.',
      path: ['refused'],
      extensions: { code: 'FULL', status: 409, retryAfterSeconds: 7 },
    });
    expect(english.errors?.[0]?.message).toBe('Full: 4 seats.');
    expect(lines).toEqual([]);
  });

  it('never reveals the text of an unexpected error, and logs it with its stack', async () => {
    const { subgraph, lines } = setUp();
    for (const query of ['{ broken }', '{ car(id: "none") { id } }']) {
      const result = await subgraph.execute({ query }, CALL);
      expect(result.errors?.[0]?.extensions).toEqual({ code: 'INTERNAL', status: 500 });
      expect(JSON.stringify(result)).not.toMatch(/s3cret|Cannot return null/);
    }
    expect(lines).toHaveLength(2);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      subgraph: 'cars',
      correlationId: 'c1',
      err: { message: 'internal s3cret at /srv/secret.ts', stack: expect.stringContaining('subgraph.unit.test') },
    });
  });

  it('answers the other items of a list, and reports the position of the failed one', async () => {
    const query = 'query ($ids: [ID!]!) { cars(ids: $ids) { id } }';
    const result = await setUp().subgraph.execute({ query, variables: { ids: ['a', 'full', 'none', 'b'] } }, CALL);
    expect(result.data).toEqual({ cars: [{ id: 'a' }, null, null, { id: 'b' }] });
    expect(result.errors).toMatchObject([{ path: ['cars', 1], extensions: { code: 'FULL' } }]);
  });

  it('runs the named operation, with its directives', async () => {
    const { subgraph } = setUp();
    const query = `query A { car(id: "a") { id } }
      query B($short: Boolean!) { car(id: "b") { id name @skip(if: $short) ...Day @include(if: $short) } }
      fragment Day on Car { day }`;
    const run = async (operationName: string, variables = {}) =>
      JSON.parse(JSON.stringify((await subgraph.execute({ query, operationName, variables }, CALL)).data));
    expect(await run('A')).toEqual({ car: { id: 'a' } });
    expect(await run('B', { short: true })).toEqual({ car: { id: 'b', day: '2026-01-02' } });
    expect(await run('B', { short: false })).toEqual({ car: { id: 'b', name: 'Berline Démo u1' } });
    expect(await run('A')).toEqual({ car: { id: 'a' } });
  });

  it('resolves a variable within a JSON literal', async () => {
    const query = 'mutation ($name: JSON) { keep(value: { name: $name }) }';
    const result = await setUp().subgraph.execute({ query, variables: { name: 'Berline' } }, CALL);
    expect(JSON.parse(JSON.stringify(result))).toEqual({ data: { keep: { name: 'Berline' } } });
  });

  it.each([
    ['2026-01-02T03:04:05.678Z', '2026-01-02T03:04:05.678Z'],
    ['2026-01-02T04:04:05+01:00', '2026-01-02T03:04:05.000Z'],
    ['2026-01-02T03:04Z', '2026-01-02T03:04:00.000Z'],
    ['2026-13-02T03:04:05.678Z', null],
    ['2026-01-02', null],
    [5, null],
  ])('serializes the instant %s as %s', async (at, written) => {
    const query = 'query ($value: JSON!) { instant(value: $value) }';
    const { data } = await setUp().subgraph.execute({ query, variables: { value: { at } } }, CALL);
    expect(data?.instant).toBe(written);
  });

  it('verifies the caller’s token once per operation', async () => {
    const verified: string[] = [];
    const viewers: unknown[] = [];
    const subgraph = createSubgraph({
      name: 'callers',
      typeDefs: 'type Query { a: Int b: Int }',
      catalogue: {},
      verifyToken: async (token) => {
        verified.push(token);
        return token === 'good' ? { userId: 'u1', sessionId: 's1', role: 'DRIVER' } : undefined;
      },
      createContext: (_call, viewer) => void viewers.push(viewer?.userId),
      log: createLogger({ name: 'test', destination: { write: () => {} } }),
      resolvers: { Query: { a: () => 1, b: () => 2 } },
    });
    for (const token of [undefined, 'good', 'worn']) {
      const { data } = await subgraph.execute({ query: '{ a b }' }, { ...CALL, token });
      expect({ ...data }).toEqual({ a: 1, b: 2 });
    }
    expect(verified).toEqual(['good', 'worn']);
    expect(viewers).toEqual([undefined, 'u1', undefined]);
  });

  it('logs the operation’s name and path of a failure', async () => {
    const { subgraph, lines } = setUp();
    await subgraph.execute({ query: 'query Both { broken other: broken }', operationName: 'Both' }, CALL);
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { operation: 'Both', path: ['broken'] },
      { operation: 'Both', path: ['other'] },
    ]);
  });

  it('bounds the parsing and validation of an operation', async () => {
    const { subgraph, lines } = setUp();
    const query = (count: number) => `{ cars(ids: [${'"a" '.repeat(count)}]) { id } }`;
    expect((await subgraph.execute({ query: query(100) }, CALL)).errors).toBeUndefined();
    expect((await subgraph.execute({ query: query(20_000) }, CALL)).errors?.[0]?.extensions.code).toBe(
      'MALFORMED_BODY',
    );
    lines.length = 0;
    await subgraph.execute({ query: `{ ${Array.from({ length: 100 }, (_, n) => `unknown${n}`).join(' ')} }` }, CALL);
    expect(JSON.parse(lines[0] ?? '{}').problems.length).toBeLessThan(10);
  });

  it('reports an error of the context like any other', async () => {
    const { subgraph } = setUp(() => {
      throw new DomainError('UNAVAILABLE', {}, 5);
    });
    const result = await subgraph.execute({ query: '{ broken }' }, CALL);
    expect(result).toMatchObject({ errors: [{ extensions: { code: 'UNAVAILABLE', status: 503 } }] });
  });

  it.each([
    [{ id: 'x', colour: 'GREEN' }, 'colour'],
    [{ id: 'x' }, 'colour'],
    [{ id: {}, colour: 'RED' }, 'id'],
    [{ id: 'x', colour: 'RED', wheels: 4 }, 'wheels'],
    ['text', 'input'],
    [undefined, 'input'],
  ])('names the field of an invalid value: %j → %s', async (input, field) => {
    const { subgraph, lines } = setUp();
    const query = 'mutation ($input: PaintInput!) { paint(input: $input) { id } }';
    const result = await subgraph.execute({ query, variables: input === undefined ? {} : { input } }, CALL);
    expect(result).toMatchObject({
      errors: [
        {
          message: `La valeur de «\u00a0${field}\u00a0» n’est pas valide.`,
          extensions: { code: 'VALIDATION_FAILED', status: 400 },
        },
      ],
    });
    expect(lines).toEqual([]);
  });

  it.each(['{ oops', '{ unknown }', 'query A { broken } query B { broken }', '', '{ at(when: "soon") }'])(
    'refuses an invalid operation without telling the caller why: %s',
    async (query) => {
      const result = await setUp().subgraph.execute({ query }, CALL);
      expect(result).toEqual({ errors: [expect.objectContaining({ message: expect.stringContaining('corps') })] });
      expect(result.errors?.[0]?.extensions).toEqual({ code: 'MALFORMED_BODY', status: 400 });
    },
  );

  it.each(['2026-02-30', '2026-1-1', 'x'])('refuses the day %s', async (day) => {
    const { dateScalar } = await import('./scalars.ts');
    expect(() => dateScalar.parseValue(day)).toThrow();
    expect(dateScalar.parseValue('2024-02-29')).toBe('2024-02-29');
  });
});
