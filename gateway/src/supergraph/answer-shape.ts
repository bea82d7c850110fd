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

/** Takes what was asked for out of what a service answered, which is not null; undefined stands for a null that must not be. */
type Shape = (value: unknown) => unknown;

/** Shapes answers to an operation; null where nothing of it may be shown. */
export type AnswerShape = (data: Readonly<Record<string, unknown>>) => Record<string, unknown> | null;

/** A field of an object, or the elements of a list. */
interface Place {
  /** Whether it must not be null. */
  readonly required: boolean;
  /** Absent: the value is a leaf, and stays as it is. */
  readonly shape: Shape | undefined;
}

interface Field extends Place {
  readonly name: string;
}

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
  const fields: Field[] = [];
  const definitions = type.getFields();
  for (const selection of selectionSet.selections) {
    if (selection.kind !== Kind.FIELD || (selection.directives?.length ?? 0) > 0) return undefined;
    const definition = definitions[selection.name.value];
    const place = definition && placeOf(definition.type, selection.selectionSet);
    if (place === undefined) return undefined;
    fields.push({ name: (selection.alias ?? selection.name).value, ...place });
  }
  return (value) => {
    const shaped: Record<string, unknown> = {};
    for (const field of fields) {
      const inner = shapedAt(field, (value as Readonly<Record<string, unknown>>)[field.name]);
      if (inner === undefined) return undefined;
      shaped[field.name] = inner;
    }
    return shaped;
  };
}

function placeOf(type: GraphQLOutputType, selectionSet: SelectionSetNode | undefined): Place | undefined {
  if (isNonNullType(type)) {
    const place = placeOf(type.ofType, selectionSet);
    return place && { ...place, required: true };
  }
  if (isListType(type)) {
    const element = placeOf(type.ofType, selectionSet);
    return element && { required: false, shape: (value) => listOf(value as readonly unknown[], element) };
  }
  if (selectionSet === undefined) return { required: false, shape: undefined };
  const shape = objectShape(type, selectionSet);
  return shape && { required: false, shape };
}

function shapedAt({ required, shape }: Place, value: unknown): unknown {
  const present = value ?? undefined;
  const shaped = present === undefined || shape === undefined ? present : shape(present);
  return shaped === undefined && !required ? null : shaped;
}

function listOf(values: readonly unknown[], element: Place): readonly unknown[] | undefined {
  const list: unknown[] = [];
  for (const value of values) {
    const shaped = shapedAt(element, value);
    if (shaped === undefined) return undefined;
    list.push(shaped);
  }
  return list;
}
