import {
  type GraphQLArgument,
  type GraphQLInputType,
  type GraphQLSchema,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isLeafType,
  isListType,
  isNonNullType,
} from 'graphql';
import type { ApiDescription, Schema } from '../api-description.ts';
import { type RootField, rootFields } from '../root-fields.ts';
import type { Attack } from './attack.ts';
import { type HostileValue, SHAPES, TEXTS, textOf, VALUES, VALUES_OF_LEAVES } from './hostile-values.ts';
import { bodyWith } from './rest-attacks.ts';
import { type Slot, slotsOf } from './slots.ts';

export interface GraphqlTarget {
  readonly schema: GraphQLSchema;
  /** The API description, for the contents of JSON scalars. */
  readonly description: ApiDescription;
  readonly bodyLimit: number;
  readonly token?: string | undefined;
  /** Whether to try every value in every place. */
  readonly all: boolean;
}

/** JSON Schema of an input type's values. */
function jsonSchemaOf(type: GraphQLInputType, depth = 0): Schema {
  if (isNonNullType(type)) return jsonSchemaOf(type.ofType, depth);
  if (isListType(type)) return { type: 'array', items: jsonSchemaOf(type.ofType, depth) };
  if (isEnumType(type)) return { type: 'string', enum: type.getValues().map(({ name }) => name) };
  if (isInputObjectType(type)) {
    if (depth > 6) return { type: 'object' };
    const fields = Object.values(type.getFields()).map(({ name, type: of }) => [name, jsonSchemaOf(of, depth + 1)]);
    return { type: 'object', properties: Object.fromEntries(fields) as Record<string, Schema> };
  }
  const [name] = [getNamedType(type).name];
  if (name === 'JSON') return { type: 'object' };
  return { type: name === 'Int' || name === 'Float' ? 'integer' : name === 'Boolean' ? 'boolean' : 'string' };
}

function argumentsOf({ field }: RootField): Schema {
  return {
    type: 'object',
    properties: Object.fromEntries(field.args.map(({ name, type }) => [name, jsonSchemaOf(type)])),
  };
}

function attackOn({ token }: GraphqlTarget, name: string, body: string): Attack {
  const who = token === undefined ? 'a stranger' : 'a driver';
  return { name: `${name}, by ${who}`, method: 'POST', path: '/graphql', token, body };
}

function selectionOf({ field }: RootField): string {
  return isLeafType(getNamedType(field.type)) ? '' : '{ __typename }';
}

function declared(args: readonly GraphQLArgument[], written: ReadonlyMap<string, string> = new Map()): string {
  if (args.length === 0) return '';
  const one = ({ name, type }: GraphQLArgument) => {
    const value = written.get(name);
    return `$${name}: ${type}${value === undefined ? '' : ` = ${value}`}`;
  };
  return `(${args.map(one).join(', ')})`;
}

function passed(args: readonly GraphQLArgument[]): string {
  return args.length === 0 ? '' : `(${args.map(({ name }) => `${name}: $${name}`).join(', ')})`;
}

/** Calls root fields with each hostile value in each place of their variables. */
export function* variableAttacks(target: GraphqlTarget, of: (root: RootField) => boolean): Generator<Attack> {
  const slots = slotsOf(target.description);
  for (const root of rootFields(target.schema).filter(of)) {
    const { kind, field } = root;
    const query = `${kind} ${declared(field.args)} { ${field.name}${passed(field.args)} ${selectionOf(root)} }`;
    for (const slot of slots.of(argumentsOf(root))) {
      const inBody: Slot = { ...slot, put: (value) => ({ query, variables: slot.put(value) }) };
      for (const { name, json } of slot.leaf && !target.all ? VALUES_OF_LEAVES : VALUES) {
        const body = bodyWith(inBody, json, target.bodyLimit);
        yield attackOn(target, `${field.name} with ${name} in the variable ${slot.where}`, body);
      }
    }
  }
}

/** A GraphQL literal that contains the hostile value. */
function literal(value: unknown, hostile: string, enums: ReadonlySet<string>): string {
  if (value === MARK) return hostile;
  if (Array.isArray(value)) return `[${value.map((each) => literal(each, hostile, enums)).join(' ')}]`;
  if (typeof value === 'object' && value !== null) {
    const fields = Object.entries(value).map(([name, each]) => `${name}: ${literal(each, hostile, enums)}`);
    return `{${fields.join(' ')}}`;
  }
  return typeof value === 'string' && enums.has(value) ? value : JSON.stringify(value);
}

const MARK = Symbol('where the hostile value goes');

/** The shapes of JSON with unquoted names; GraphQL names allow fewer characters. */
const LITERALS: readonly HostileValue[] = [
  ...SHAPES.filter(({ name }) => name !== 'a name of marks').map(({ name, json }) => ({
    name,
    json: (bytes: number) => json(bytes).replace(/"(\w+)":/g, '$1:'),
  })),
  ...TEXTS.slice(0, 1).map((text) => ({ name: text.name, json: (n: number) => JSON.stringify(textOf(text, n - 2)) })),
  { name: 'an endless number', json: () => '1e999' },
  { name: 'a name of many letters', json: (bytes) => 'a'.repeat(bytes) },
];

/** A few levels are enough if the work doubles with each level; the other size is as deep as the body allows. */
const FEW_BYTES = 64;

/** Writes hostile values into operations: as literals, as defaults of variables, and as arguments of directives. */
export function* literalAttacks(target: GraphqlTarget): Generator<Attack> {
  const slots = slotsOf(target.description);
  const enums = enumNames(target.schema);
  const sizes = [FEW_BYTES, target.bodyLimit - 1000];
  for (const root of rootFields(target.schema)) {
    for (const slot of slots.of(argumentsOf(root)).filter(({ where }) => where !== '')) {
      const whole = target.all || !slot.where.includes('.');
      for (const { name: kind, json } of whole ? LITERALS : LITERALS.slice(0, 2)) {
        for (const bytes of whole ? sizes : [FEW_BYTES]) {
          const values = slot.put(MARK) as Readonly<Record<string, unknown>>;
          const written = new Map(
            Object.entries(values).map(([key, value]) => [key, literal(value, json(bytes), enums)]),
          );
          for (const [place, query] of operationsWith(root, written)) {
            const what = `${root.field.name} with ${kind} of ${bytes} bytes in ${place} ${slot.where}`;
            yield attackOn(target, what, JSON.stringify({ query }));
          }
        }
      }
    }
  }
  for (const { name, json } of LITERALS) {
    for (const place of [
      '@include(if: VALUE)',
      '@skip(if: VALUE)',
      '@unknown(of: VALUE)',
      '@include(unknown: VALUE)',
    ]) {
      for (const bytes of sizes) {
        const query = `{ __typename ${place.replace('VALUE', () => json(bytes))} }`;
        yield attackOn(target, `${name} of ${bytes} bytes in ${place}`, JSON.stringify({ query }));
      }
    }
  }
}

/** The same values in each place of an operation that accepts values. */
function operationsWith(root: RootField, written: ReadonlyMap<string, string>): readonly (readonly [string, string])[] {
  const { kind, field } = root;
  const args = [...written].map(([name, value]) => `${name}: ${value}`).join(' ');
  const call = `${field.name}${passed(field.args)} ${selectionOf(root)}`;
  return [
    ['the literal', `${kind} { ${field.name}(${args}) ${selectionOf(root)} }`],
    ['the default of', `${kind} ${declared(field.args, written)} { ${call} }`],
  ];
}

/** Valid operations that clients rarely write, for fields of the root. */
export function* unusualOperations(target: GraphqlTarget, of: (root: RootField) => boolean): Generator<Attack> {
  const slots = slotsOf(target.description);
  const enums = enumNames(target.schema);
  for (const root of rootFields(target.schema).filter(of)) {
    const { kind, field } = root;
    const likely = slots.likely(argumentsOf(root)) as Readonly<Record<string, unknown>>;
    const written = new Map(Object.entries(likely).map(([name, value]) => [name, literal(value, '', enums)]));
    const call = `${field.name}${passed(field.args)} ${selectionOf(root)}`;
    const parent = kind === 'query' ? 'Query' : 'Mutation';
    const variables = declared(field.args, written);
    const withFlag = `(${['$a: Boolean! = true', variables.slice(1, -1)].filter(Boolean).join(', ')})`;
    const operations: Readonly<Record<string, string>> = {
      'defaults for its variables': `${kind} ${variables} { ${call} }`,
      'a conditional fragment around it': `${kind} ${withFlag} { ... on ${parent} @include(if: $a) { ${call} } }`,
      'a condition': `${kind} ${withFlag} { ${field.name}${passed(field.args)} @skip(if: $a) ${selectionOf(root)} }`,
      'a fragment that is spread on a condition': `${kind} ${withFlag} { ...f @include(if: $a) } fragment f on ${parent} { ${call} }`,
      'a name of its own twice': `${kind} ${variables} { a: ${call} b: ${call} }`,
    };
    for (const [name, query] of Object.entries(operations)) {
      yield attackOn(target, `${field.name} with ${name}`, JSON.stringify({ query }));
    }
  }
}

function enumNames(schema: GraphQLSchema): ReadonlySet<string> {
  const types = Object.values(schema.getTypeMap()).filter(isEnumType);
  return new Set(types.flatMap((type) => type.getValues().map(({ name }) => name)));
}

/** Documents that are long or deep in each syntactic form. */
export function* documentAttacks(target: GraphqlTarget): Generator<Attack> {
  const limit = target.bodyLimit - 100;
  const many = (unit: string, before = '', after = '') =>
    before +
    unit.repeat(
      Math.max(1, Math.floor((limit - before.length - after.length) / Buffer.byteLength(JSON.stringify(unit)))),
    ) +
    after;
  const numbered = (unit: (i: number) => string) =>
    Array.from({ length: Math.floor(limit / 40) }, (_, i) => unit(i)).join(' ');
  const documents: Readonly<Record<string, string>> = {
    braces: many('{'),
    'fields in fields': many('{a'),
    'fields side by side': many('a ', '{', '}'),
    'one field many times': many('__typename ', '{', '}'),
    'one field under many names': `{${numbered((i) => `a${i}: __typename`)}}`,
    'fragments within': many('...{', '{'),
    'fragments in a row': `{...f0} ${numbered((i) => `fragment f${i} on Query {...f${i + 1} ...f${i + 1}}`)}`,
    'conditional fragments': `query ($a: Boolean! = true) {${numbered(() => '... @include(if: $a) {__typename}')}}`,
    directives: many('@a', '{__typename ', '}'),
    'directives of one name': many('@include(if:true)', '{__typename ', '}'),
    operations: numbered((i) => `query q${i} {__typename}`),
    variables: `query (${numbered((i) => `$v${i}: Int`)}) {__typename}`,
    'a deep type': many('[', 'query ($a: '),
    blanks: many(' ', '{__typename', '}'),
    commas: many(',', '{__typename', '}'),
    dots: many('.'),
    comments: many('#\n', '', '{__typename}'),
    'a block string': many(' \n', '{publicPage(id:"""', '"""){state}}'),
    marks: many('\u0301\u0316'),
    surrogates: many('\ud800'),
    'a long name': many('a', '{', '}'),
  };
  for (const [name, query] of Object.entries(documents)) {
    yield attackOn(target, `a document of ${name}`, JSON.stringify({ query }));
  }
  const body: Schema = {
    type: 'object',
    properties: Object.fromEntries(
      ['query', 'operationName', 'variables', 'extensions', 'other'].map((name) => [name, { type: 'string' }]),
    ),
  };
  for (const slot of slotsOf(target.description, () => '{ __typename }').of(body)) {
    for (const { name, json } of VALUES) {
      yield attackOn(target, `${name} in ${slot.where || 'the body'}`, bodyWith(slot, json, target.bodyLimit));
    }
  }
}
