import {
  type GraphQLOutputType,
  type GraphQLSchema,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql';

/** Takes what was asked for out of what services answered; undefined stands for a null that must not be. */
type Shape = (value: unknown) => unknown;

/** Shapes answers to an operation; null where nothing of it may be shown. */
export type AnswerShape = (data: Readonly<Record<string, unknown>>) => Record<string, unknown> | null;

/** Compiles the shape of an operation's answers; undefined for one with fragments or directives. */
export function answerShapeOf(
  schema: GraphQLSchema,
  { operation, selectionSet }: OperationDefinitionNode,
): AnswerShape | undefined {
  const root = schema.getRootType(operation);
  const shape = root ? objectShape(root, selectionSet) : undefined;
  return shape && ((data) => (shape(data) as Record<string, unknown> | undefined) ?? null);
}

function objectShape(type: GraphQLOutputType, selectionSet: SelectionSetNode | undefined): Shape | undefined {
  if (!isObjectType(type) || selectionSet === undefined) return undefined;
  const fields: (readonly [name: string, shape: Shape])[] = [];
  const definitions = type.getFields();
  for (const selection of selectionSet.selections) {
    if (selection.kind !== Kind.FIELD || (selection.directives?.length ?? 0) > 0) return undefined;
    const definition = definitions[selection.name.value];
    const shape = definition && shapeOf(definition.type, selection.selectionSet);
    if (shape === undefined) return undefined;
    fields.push([(selection.alias ?? selection.name).value, shape]);
  }
  return (value) => {
    const shaped: Record<string, unknown> = {};
    for (const [name, shape] of fields) {
      const inner = shape((value as Readonly<Record<string, unknown>>)[name] ?? null);
      if (inner === undefined) return undefined;
      shaped[name] = inner;
    }
    return shaped;
  };
}

function shapeOf(type: GraphQLOutputType, selectionSet: SelectionSetNode | undefined): Shape | undefined {
  if (isNonNullType(type)) {
    const inner = shapeOf(type.ofType, selectionSet);
    return inner && ((value) => inner(value) ?? undefined);
  }
  const present = presentShape(type, selectionSet);
  return present && ((value) => (value === null ? null : (present(value) ?? null)));
}

function presentShape(type: GraphQLOutputType, selectionSet: SelectionSetNode | undefined): Shape | undefined {
  if (isListType(type)) {
    const element = shapeOf(type.ofType, selectionSet);
    return element && ((value) => listOf(value as readonly unknown[], element));
  }
  return selectionSet === undefined ? (value) => value : objectShape(type, selectionSet);
}

function listOf(values: readonly unknown[], shape: Shape): readonly unknown[] | undefined {
  const shaped = values.map((value) => shape(value ?? null));
  return shaped.includes(undefined) ? undefined : shaped;
}
