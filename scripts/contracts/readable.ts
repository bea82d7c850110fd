/** A JSON Schema, as zod writes it. */
export type Schema = Readonly<Record<string, unknown>>;

export interface Reading {
  /** Schema of the values that the writer produces. */
  readonly written: Schema;
  /** Schema of the values that the reader accepts. */
  readonly taken: Schema;
  /** The side to compare with: every name in it must still exist on the other side. */
  readonly reference: 'written' | 'taken';
  /** Whether the reader enforces bounds, or accepts values as clients do. */
  readonly strict: boolean;
  /** Definitions that `$ref` of either side points to. */
  readonly writtenNames?: Readonly<Record<string, Schema>>;
  readonly takenNames?: Readonly<Record<string, Schema>>;
}

/** Bounds on a value; a reader without a bound accepts any value. */
const UPPER = ['maxLength', 'maximum', 'exclusiveMaximum', 'maxItems'];
const LOWER = ['minLength', 'minimum', 'exclusiveMinimum', 'minItems'];
const FORMS = ['pattern', 'format'];
const COMPONENT = '#/components/schemas/';
/** zod adds this bound to every integer, so it carries no information. */
const SAFE = Number.MAX_SAFE_INTEGER;

/** Reasons why a reader might refuse a writer's values, with the place; empty if it accepts all of them. */
export function unreadable(reading: Reading, place: string, seen: ReadonlySet<string> = new Set()): readonly string[] {
  const pair = `${reading.written.$ref} ${reading.taken.$ref}`;
  if (reading.written.$ref !== undefined && seen.has(pair)) return [];
  const written = resolved(reading.written, reading.writtenNames);
  const taken = resolved(reading.taken, reading.takenNames);
  const among = new Set([...seen, pair]);
  const inner = (from: Schema, to: Schema, where: string) =>
    unreadable({ ...reading, written: from, taken: to }, where, among);

  const writtenOptions = optionsOf(written);
  const takenOptions = optionsOf(taken);
  if (writtenOptions !== undefined || takenOptions !== undefined) {
    const readers = takenOptions ?? [taken];
    return (writtenOptions ?? [written]).flatMap((option) => {
      const refusals = readers.map((reader) => inner(option, reader, place));
      // If all alternatives refuse, report the closest one: it says most.
      return refusals.some(({ length }) => length === 0)
        ? []
        : (refusals.toSorted((a, b) => a.length - b.length)[0] ?? []);
    });
  }

  const problems = [...ofValues(written, taken, place), ...(reading.strict ? ofBounds(written, taken, place) : [])];
  const from = propertiesOf(written);
  const to = propertiesOf(taken);
  const [reference, other] = reading.reference === 'written' ? [from, to] : [to, from];
  for (const name of Object.keys(reference)) {
    if (other[name] === undefined) problems.push(`${place}.${name} is gone`);
  }
  for (const name of (taken.required as readonly string[] | undefined) ?? []) {
    const always = (written.required as readonly string[] | undefined)?.includes(name) ?? false;
    if (!always && (from[name] !== undefined || reading.reference === 'written')) {
      problems.push(`${place}.${name} must be there for the reader, and the writer may leave it out`);
    }
  }
  for (const [name, schema] of Object.entries(from)) {
    const reader = to[name];
    if (reader !== undefined) problems.push(...inner(schema, reader, `${place}.${name}`));
  }
  if (isSchema(written.items) && isSchema(taken.items))
    problems.push(...inner(written.items, taken.items, `${place}[]`));
  return problems;
}

function ofValues(written: Schema, taken: Schema, place: string): string[] {
  const problems: string[] = [];
  const types = [taken.type ?? []].flat();
  const strange = [written.type ?? []]
    .flat()
    .filter((type) => !types.includes(type) && !(type === 'integer' && types.includes('number')));
  if (types.length > 0 && (strange.length > 0 || written.type === undefined)) {
    if (valuesOf(written) === undefined)
      problems.push(`${place} is ${strange.join(', ') || 'anything'} and no ${types.join(', ')}`);
  }
  const values = valuesOf(taken);
  if (values !== undefined) {
    const unknown = valuesOf(written)?.filter((value) => !values.includes(value)) ?? ['any value'];
    for (const value of unknown) problems.push(`${place} may be ${value}, which the reader does not know`);
  }
  return problems;
}

function ofBounds(written: Schema, taken: Schema, place: string): readonly string[] {
  const differs = (name: string) => {
    const bound = taken[name];
    if (bound === undefined || (typeof bound === 'number' && Math.abs(bound) === SAFE)) return false;
    const own = written[name];
    if (UPPER.includes(name)) return own === undefined || Number(own) > Number(bound);
    if (LOWER.includes(name)) return own === undefined || Number(own) < Number(bound);
    return own !== bound;
  };
  if (valuesOf(written) !== undefined) return [];
  return [...UPPER, ...LOWER, ...FORMS]
    .filter(differs)
    .map((name) => `${place}: the reader asks for ${name} ${taken[name]}, the writer for ${written[name] ?? 'none'}`);
}

/** Resolves `$ref` and merges the parts of `allOf`. */
function resolved(schema: Schema, names: Readonly<Record<string, Schema>> = {}): Schema {
  if (typeof schema.$ref === 'string') {
    const named = names[schema.$ref.slice(COMPONENT.length)];
    if (named === undefined) throw new Error(`${schema.$ref} is not there`);
    return resolved(named, names);
  }
  if (!Array.isArray(schema.allOf)) return schema;
  const parts = (schema.allOf as readonly Schema[]).map((part) => resolved(part, names));
  return {
    ...Object.assign({}, ...parts),
    properties: Object.assign({}, ...parts.map(propertiesOf)),
    required: parts.flatMap(({ required }) => (required as readonly string[] | undefined) ?? []),
  };
}

function optionsOf({ anyOf, oneOf }: Schema): readonly Schema[] | undefined {
  return (anyOf ?? oneOf) as readonly Schema[] | undefined;
}

function propertiesOf({ properties = {} }: Schema): Readonly<Record<string, Schema>> {
  return properties as Readonly<Record<string, Schema>>;
}

/** The allowed values as text; undefined if the schema does not list them. */
function valuesOf(schema: Schema): readonly string[] | undefined {
  if ('const' in schema) return [JSON.stringify(schema.const)];
  return (schema.enum as readonly unknown[] | undefined)?.map((value) => JSON.stringify(value));
}

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null;
}
