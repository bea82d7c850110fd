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
