import { LONGEST_TEXT } from '@volant/infra/text/outside-text';
import { z } from 'zod';

/** A JSON Schema of dialect 2020-12, which is OpenAPI 3.1's. */
export type SchemaObject = Readonly<Record<string, unknown>>;

const DEFINITION = '#/$defs/';
const COMPONENT = '#/components/schemas/';

/**
 * Converts zod schemas to schema objects and collects the named ones, which the others reference.
 */
export function createSchemaObjects() {
  const components: Record<string, SchemaObject> = {};

  /** @param io `input` for a request, `output` for a response */
  function of(schema: z.ZodType, io: 'input' | 'output'): SchemaObject {
    const {
      $schema: _,
      $defs = {},
      ...object
    } = z.toJSONSchema(schema, { io, target: 'draft-2020-12', unrepresentable: 'any', override: withoutOuterBound });
    for (const [name, definition] of Object.entries($defs)) components[name] = pointed(withoutId(definition));
    const { id } = object as { id?: unknown };
    if (typeof id !== 'string') return pointed(object);
    components[id] = pointed(withoutId(object));
    return { $ref: COMPONENT + id };
  }

  return { of, components };

  function pointed(schema: SchemaObject): SchemaObject {
    return JSON.parse(JSON.stringify(schema), (key, value: unknown) => {
      if (key === '$ref' && typeof value === 'string' && value.startsWith(DEFINITION)) {
        return COMPONENT + value.slice(DEFINITION.length);
      }
      return value;
    }) as SchemaObject;
  }
}

function withoutId(schema: object): SchemaObject {
  const { id: _, $schema: __, ...rest } = schema as Record<string, unknown>;
  return rest;
}

/** The general maximum of all texts is not a limit of this field, so it is left out. */
function withoutOuterBound({ jsonSchema }: { readonly jsonSchema: { maxLength?: number } }): void {
  if (jsonSchema.maxLength === LONGEST_TEXT) delete jsonSchema.maxLength;
}
