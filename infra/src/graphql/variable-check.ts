import {
  coerceInputValue,
  type DocumentNode,
  type GraphQLInputType,
  type GraphQLSchema,
  getNamedType,
  getVariableValues,
  isListType,
  isNonNullType,
  Kind,
  type OperationDefinitionNode,
  TypeInfo,
  typeFromAST,
  type VariableDefinitionNode,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import { excessOf } from '../text/input-bounds.ts';

/** Name of the first value that its variable's type does not admit: the path within it, or the variable itself. */
export type InvalidVariable = (values: Readonly<Record<string, unknown>>) => string | undefined;

/**
 * Prepares the check of an operation's variables, which then costs those of a list or an entity next to nothing.
 * @param document what the operation stands in, fragments and all
 */
export function createVariableCheck(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
  document: DocumentNode,
): InvalidVariable {
  const { variableDefinitions: definitions = [] } = operation;
  const neverNull = variablesNeverNull(schema, operation, document);
  const plain = definitions.map(({ variable, type: typeNode }) => {
    const name = variable.name.value;
    const type = typeFromAST(schema, typeNode) as GraphQLInputType;
    const fits = plainFit(type);
    return {
      name,
      fits: neverNull.has(name) ? (value: unknown) => value !== null && fits(value) : fits,
      fromOutside: getNamedType(type).name !== REFERENCES,
    };
  });
  return (values) => {
    for (const { name, fromOutside } of plain) {
      if (fromOutside && excessOf(values[name]) !== undefined) return name;
    }
    if (plain.every(({ name, fits }) => fits(values[name]))) return undefined;
    const isNull = plain.find(({ name }) => values[name] === null && neverNull.has(name));
    return isNull === undefined ? firstInvalid(schema, definitions, values) : isNull.name;
  };
}

/** What the gateway refers to entities by: made of what services answered, as long as their lists are. */
const REFERENCES = '_Any';

/**
 * Variables that stand where null must not, whatever their own type says: a default makes an operation valid that
 * gives `null` for them all the same.
 */
export function variablesNeverNull(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
  document: DocumentNode,
): ReadonlySet<string> {
  const found = new Set<string>();
  const typeInfo = new TypeInfo(schema);
  const fragments = document.definitions.filter(({ kind }) => kind === Kind.FRAGMENT_DEFINITION);
  visit(
    { kind: Kind.DOCUMENT, definitions: [operation, ...fragments] },
    visitWithTypeInfo(typeInfo, {
      VariableDefinition: () => false,
      Variable({ name }) {
        if (isNonNullType(typeInfo.getInputType())) found.add(name.value);
      },
    }),
  );
  return found;
}

/** True of values that graphql-js surely takes as they are; of any other it has to be asked. */
type Fit = (value: unknown) => boolean;

const PLAIN: Readonly<Record<string, Fit>> = {
  Int: (value) => typeof value === 'number' && (value | 0) === value,
  Boolean: (value) => typeof value === 'boolean',
  String: (value) => typeof value === 'string',
  ID: (value) => typeof value === 'string',
  // Of any form: what a reference to an entity may be.
  [REFERENCES]: (value) => typeof value === 'object',
};

function plainFit(type: GraphQLInputType): Fit {
  if (isNonNullType(type)) {
    const fits = plainFit(type.ofType);
    return (value) => value != null && fits(value);
  }
  if (isListType(type)) {
    const fits = plainFit(type.ofType);
    return (value) => value == null || (Array.isArray(value) && allFit(value, fits));
  }
  const fits = PLAIN[type.name];
  return (value) => value == null || fits?.(value) === true;
}

/** Holes of an array included, which `every` passes over. */
function allFit(values: readonly unknown[], fits: Fit): boolean {
  for (const value of values) if (!fits(value)) return false;
  return true;
}

function firstInvalid(
  schema: GraphQLSchema,
  definitions: readonly VariableDefinitionNode[],
  values: Readonly<Record<string, unknown>>,
): string | undefined {
  if (getVariableValues(schema, definitions, values, { maxErrors: 1 }).errors === undefined) return undefined;
  for (const { variable, type: typeNode, defaultValue } of definitions) {
    const name = variable.name.value;
    const type = typeFromAST(schema, typeNode) as GraphQLInputType;
    if (!(name in values)) {
      if (isNonNullType(type) && defaultValue === undefined) return name;
      continue;
    }
    const found = firstPlace(values[name], type);
    if (found !== undefined) return found || name;
  }
  return definitions[0]?.variable.name.value;
}

class Found extends Error {
  constructor(readonly place: string) {
    super(place);
  }
}

/** Where a value does not fit first, empty for the value itself; whatever else is wrong with it is not looked for. */
function firstPlace(value: unknown, type: GraphQLInputType): string | undefined {
  try {
    coerceInputValue(value, type, (path, _value, { message }) => {
      // A missing or unknown field is told at its parent, so that its own name stands in the message alone.
      const missing = /^Field "(\w+)"/.exec(message)?.[1];
      throw new Found([...path, ...(missing === undefined ? [] : [missing])].join('.'));
    });
    return undefined;
  } catch (error) {
    if (error instanceof Found) return error.place;
    throw error;
  }
}
