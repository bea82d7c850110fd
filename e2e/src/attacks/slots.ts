import type { ApiDescription, Schema } from '../api-description.ts';

/** A place in a request value where a hostile value can be put. */
export interface Slot {
  /** `blocksJson.customFields.0.name`; empty for the whole value. */
  readonly where: string;
  /** Whether it is a scalar, and neither a list nor an object. */
  readonly leaf: boolean;
  /** Returns the whole value with the given one in its place and valid values elsewhere. */
  readonly put: (value: unknown) => unknown;
}

export interface Slots {
  /** Every place in a value of this schema, the whole value first. */
  of(schema: Schema): readonly Slot[];
  /** A value of this schema that is likely to pass the first checks. */
  likely(schema: Schema): unknown;
}

/**
 * Long enough for a message, well-formed as an e-mail address, and different each time, because some limits count by
 * it.
 */
function likelyText(): string {
  texts += 1;
  return `somebody-${texts}@example.com`;
}
let texts = 0;
const DEEPEST = 8;

/** @param example creates the texts beside the hostile one; by default likely ones */
export function slotsOf(description: ApiDescription, example = likelyText): Slots {
  const precise = preciseSchemas(description);

  function resolved(schema: Schema): Schema {
    const name = schema.$ref?.split('/').at(-1);
    return name === undefined ? schema : resolved(description.components.schemas[name] ?? {});
  }

  function likely(given: Schema, depth = 0): unknown {
    const schema = resolved(given);
    if (schema.enum !== undefined) return schema.enum[0];
    const [first] = schema.anyOf ?? [];
    if (first !== undefined) return likely(first, depth);
    if (schema.properties !== undefined) {
      return Object.fromEntries(
        Object.entries(schema.properties).map(([name, each]) => [name, likely(each, depth + 1)]),
      );
    }
    const [type] = [schema.type ?? 'string'].flat();
    if (type === 'array') return depth > DEEPEST ? [] : [likely(schema.items ?? {}, depth + 1)];
    if (type === 'object') return {};
    if (type === 'boolean') return true;
    return type === 'integer' || type === 'number' ? 1 : example();
  }

  function within(slots: readonly Slot[], name: string, around: (value: unknown) => unknown): readonly Slot[] {
    return slots.map(({ where, leaf, put }) => ({
      leaf,
      where: where === '' ? name : `${name}.${where}`,
      put: (value) => around(put(value)),
    }));
  }

  function of(given: Schema, name = '', depth = 0): readonly Slot[] {
    const schema = resolved(given);
    const whole: Slot = { where: '', leaf: isLeaf(schema), put: (value) => value };
    if (depth > DEEPEST) return [whole];
    const branches = (schema.anyOf ?? []).flatMap((branch) => of(branch, name, depth + 1));
    const properties = Object.entries(schema.properties ?? {}).flatMap(([key, each]) =>
      within(of(each, key, depth + 1), key, (value) => ({ ...(likely(schema) as object), [key]: value })),
    );
    const items = schema.items === undefined ? [] : within(of(schema.items, name, depth + 1), '0', (value) => [value]);
    // If a schema accepts any object, use the more precise schema of the same property elsewhere in the document.
    const better = isFree(schema) ? precise.get(bare(name)) : undefined;
    const inner = better === undefined ? [] : of(better, name, depth + 1);
    const all = [whole, ...branches, ...properties, ...items, ...inner];
    return [...new Map(all.map((slot) => [slot.where, slot])).values()];
  }

  return { of: (schema) => of(schema), likely: (schema) => likely(schema) };
}

function isLeaf(schema: Schema): boolean {
  return schema.anyOf === undefined && ![schema.type].flat().some((type) => type === 'object' || type === 'array');
}

function isFree(schema: Schema): boolean {
  return [schema.type].flat().includes('object') && schema.properties === undefined && schema.anyOf === undefined;
}

/** `blocksJson` in requests is `blocks` in public answers. */
function bare(name: string): string {
  return name.replace(/Json$/, '');
}

/** Schemas by the names of the properties that use them, from the whole document. */
function preciseSchemas(description: ApiDescription): ReadonlyMap<string, Schema> {
  const found = new Map<string, Schema>();
  const look = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    const { properties } = value as Schema;
    for (const [name, schema] of Object.entries(properties ?? {})) {
      const [referred] = [schema, ...(schema.anyOf ?? [])].filter(({ $ref }) => $ref !== undefined);
      if (referred !== undefined) found.set(bare(name), referred);
    }
    for (const each of Object.values(value)) look(each);
  };
  look(description);
  return found;
}
