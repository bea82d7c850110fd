import {
  type DocumentNode,
  type GraphQLSchema,
  isNonNullType,
  Kind,
  type OperationDefinitionNode,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql';

/**
 * Variables in non-null positions, regardless of their own type: with a default, an operation is valid although it
 * passes `null` to such a position.
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
