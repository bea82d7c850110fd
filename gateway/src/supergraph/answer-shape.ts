import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLObjectType,
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

type Fragments = ReadonlyMap<string, FragmentDefinitionNode>;

/** Fields by the name they answer under; one may be asked for in several places, each with selections of its own. */
type FieldNodes = Map<string, FieldNode[]>;

/** Compiles the shape of an operation's answers; undefined for one with directives, interfaces or unions. */
export function answerShapeOf(
  schema: GraphQLSchema,
  { operation, selectionSet }: OperationDefinitionNode,
  { definitions }: DocumentNode,
): AnswerShape | undefined {
  const root = schema.getRootType(operation);
  const fragments = new Map(
    definitions.flatMap((part) => (part.kind === Kind.FRAGMENT_DEFINITION ? [[part.name.value, part] as const] : [])),
  );
  const shape = root ? objectShape(root, [selectionSet], fragments) : undefined;
  return shape && ((data) => (shape(data) as Record<string, unknown> | undefined) ?? null);
}

function objectShape(
  type: GraphQLOutputType,
  selectionSets: readonly SelectionSetNode[],
  fragments: Fragments,
): Shape | undefined {
  if (!isObjectType(type)) return undefined;
  const nodes: FieldNodes = new Map();
  if (!selectionSets.every((selectionSet) => collect(nodes, type, selectionSet, fragments))) return undefined;
  const fields: Field[] = [];
  /** Names under which the type's own is asked for: not every service is, and it is known. */
  const typeNames: string[] = [];
  for (const [name, same] of nodes) {
    if (same[0]?.name.value === '__typename') {
      typeNames.push(name);
      continue;
    }
    const place = fieldPlace(type, same, fragments);
    if (place === undefined) return undefined;
    fields.push({ name, ...place });
  }
  return (value) => {
    const shaped: Record<string, unknown> = {};
    for (const name of typeNames) shaped[name] = type.name;
    for (const field of fields) {
      const inner = shapedAt(field, (value as Readonly<Record<string, unknown>>)[field.name]);
      if (inner === undefined) return undefined;
      shaped[field.name] = inner;
    }
    return shaped;
  };
}

/** Gathers the fields of a selection, those of its fragments among them; false where that is not all there is to it. */
function collect(
  into: FieldNodes,
  type: GraphQLObjectType,
  { selections }: SelectionSetNode,
  fragments: Fragments,
): boolean {
  return selections.every((selection) => {
    if ((selection.directives?.length ?? 0) > 0) return false;
    if (selection.kind === Kind.FIELD) {
      const name = (selection.alias ?? selection.name).value;
      into.set(name, [...(into.get(name) ?? []), selection]);
      return true;
    }
    const fragment = selection.kind === Kind.FRAGMENT_SPREAD ? fragments.get(selection.name.value) : selection;
    if (fragment === undefined || (fragment.directives?.length ?? 0) > 0) return false;
    const condition = fragment.typeCondition?.name.value ?? type.name;
    return condition === type.name && collect(into, type, fragment.selectionSet, fragments);
  });
}

function fieldPlace(type: GraphQLObjectType, nodes: readonly FieldNode[], fragments: Fragments): Place | undefined {
  const definition = type.getFields()[nodes[0]?.name.value ?? ''];
  const selectionSets = nodes.flatMap(({ selectionSet }) => (selectionSet === undefined ? [] : [selectionSet]));
  return definition && placeOf(definition.type, selectionSets, fragments);
}

function placeOf(
  type: GraphQLOutputType,
  selectionSets: readonly SelectionSetNode[],
  fragments: Fragments,
): Place | undefined {
  if (isNonNullType(type)) {
    const place = placeOf(type.ofType, selectionSets, fragments);
    return place && { ...place, required: true };
  }
  if (isListType(type)) {
    const element = placeOf(type.ofType, selectionSets, fragments);
    return element && { required: false, shape: (value) => listOf(value as readonly unknown[], element) };
  }
  if (selectionSets.length === 0) return { required: false, shape: undefined };
  const shape = objectShape(type, selectionSets, fragments);
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
