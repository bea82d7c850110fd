import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLSchema,
  getNamedType,
  isLeafType,
  isObjectType,
} from 'graphql';
import { OBJECT_FIELDS } from './operations/object-fields.ts';

export interface RootField {
  readonly kind: 'query' | 'mutation';
  readonly field: GraphQLField<unknown, unknown>;
}

export function rootFields(schema: GraphQLSchema): readonly RootField[] {
  const of = (kind: RootField['kind'], type = kind === 'query' ? schema.getQueryType() : schema.getMutationType()) =>
    Object.values(type?.getFields() ?? {}).map((field) => ({ kind, field }));
  return [...of('query'), ...of('mutation')];
}

/**
 * An operation that calls one field with all its arguments as variables.
 * @param selection of the answer; by default only the type's name
 */
export function operationOf(
  kind: RootField['kind'],
  field: GraphQLField<unknown, unknown>,
  selection = isLeafType(getNamedType(field.type)) ? '' : '{ __typename }',
): string {
  const variables = field.args.map((argument: GraphQLArgument) => `$${argument.name}: ${argument.type}`).join(', ');
  const passed = field.args.map(({ name }) => `${name}: $${name}`).join(', ');
  const inner = `${field.name}${passed === '' ? '' : `(${passed})`} ${selection}`;
  return `${kind} ${field.name}${variables === '' ? '' : `(${variables})`} { ${inner} }`;
}

/** The field of this name: `Mutation.createPage`. */
export function rootField(schema: GraphQLSchema, name: string): RootField {
  const [parent, own] = name.split('.');
  const found = rootFields(schema).find(
    ({ kind, field }) => field.name === own && (kind === 'query' ? 'Query' : 'Mutation') === parent,
  );
  if (found === undefined) throw new Error(`${name} is not in the schema`);
  return found;
}

/** An operation that calls the field and selects all scalars of its answer and of the objects within. */
export function selectedOperation(schema: GraphQLSchema, name: string): string {
  const { kind, field } = rootField(schema, name);
  // No further, because callers without an account may not query more at once.
  return operationOf(kind, field, selectionOf(schema, getNamedType(field.type).name, 1));
}

function selectionOf(schema: GraphQLSchema, typeName: string, levels: number): string {
  const type = schema.getType(typeName);
  if (!isObjectType(type)) return '';
  const parts = Object.values(type.getFields()).flatMap((field) => {
    const named = getNamedType(field.type);
    // Refused to some callers who may read the object; these fields have tests of their own.
    const rule = OBJECT_FIELDS[typeName]?.[field.name];
    if (rule === 'page-owner' || rule === 'administrators' || rule === 'own') return [];
    if (isLeafType(named)) return [field.name];
    return levels > 0 ? [`${field.name} ${selectionOf(schema, named.name, levels - 1)}`] : [];
  });
  return `{ __typename ${parts.join(' ')} }`;
}
