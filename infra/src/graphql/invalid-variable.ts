import {
  coerceInputValue,
  type GraphQLInputType,
  type GraphQLSchema,
  getNamedType,
  isNonNullType,
  typeFromAST,
  type VariableDefinitionNode,
} from 'graphql';
import { excessOf } from '../text/input-bounds.ts';

/** The federation's entity references: lists as long as other services' answers, never from outside. */
const REFERENCES = '_Any';

class Found extends Error {
  constructor(readonly place: string) {
    super(place);
  }
}

/**
 * Path of the first variable, or part of one, that does not fit its type or exceeds `INPUT_BOUNDS`; undefined if all
 * fit. Stops at the first fault: graphql-js would describe each of thousands, with a suggestion for each unknown name.
 */
export function firstInvalidVariable(
  schema: GraphQLSchema,
  definitions: readonly VariableDefinitionNode[],
  values: Readonly<Record<string, unknown>>,
): string | undefined {
  for (const { variable, type: node, defaultValue } of definitions) {
    const name = variable.name.value;
    const value = values[name];
    const type = typeFromAST(schema, node) as GraphQLInputType;
    if (value === undefined) {
      if (isNonNullType(type) && defaultValue === undefined) return name;
      continue;
    }
    if (getNamedType(type).name !== REFERENCES && excessOf(value)) return name;
    const place = firstPlace(value, type);
    if (place !== undefined) return place || name;
  }
  return undefined;
}

/** Path within the value; empty for the value itself. */
function firstPlace(value: unknown, type: GraphQLInputType): string | undefined {
  try {
    coerceInputValue(value, type, (path, _, { message }) => {
      // graphql-js reports a missing or unknown field at its parent; only the message has the field's name.
      const missing = /^Field "(\w+)"/.exec(message)?.[1];
      throw new Found([...path, ...(missing === undefined ? [] : [missing])].join('.'));
    });
    return undefined;
  } catch (error) {
    if (error instanceof Found) return error.place;
    throw error;
  }
}
