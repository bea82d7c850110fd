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
  type SelectionNode,
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

/**
 * Compiles the shape of an operation's answers.
 * @throws Error for one with directives, interfaces or unions
 */
export function answerShapeOf(
  schema: GraphQLSchema,
  { operation, selectionSet }: OperationDefinitionNode,
  { definitions }: DocumentNode,
): AnswerShape {
  const root = schema.getRootType(operation);
  if (root == null) throw new Error(`there is no ${operation}`);
  const fragments = new Map(
    definitions.flatMap((part) => (part.kind === Kind.FRAGMENT_DEFINITION ? [[part.name.value, part] as const] : [])),
  );
  const shape = objectShape(root, [selectionSet], fragments);
  return (data) => (shape(data) as Record<string, unknown> | undefined) ?? null;
}

function objectShape(type: GraphQLOutputType, selectionSets: readonly SelectionSetNode[], fragments: Fragments): Shape {
  if (!isObjectType(type)) throw new Error(`${type} is no object type`);
  const nodes: FieldNodes = new Map();
  for (const selectionSet of selectionSets) collect(nodes, type, selectionSet, fragments);
  const fields: Field[] = [];
  /** Names under which the type's own is asked for: not every service is, and it is known. */
  const typeNames: string[] = [];
  for (const [name, same] of nodes) {
    if (same[0]?.name.value === '__typename') {
      typeNames.push(name);
      continue;
    }
    fields.push({ name, ...fieldPlace(type, same, fragments) });
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

/** Gathers the fields of a selection, those of its fragments among them. */
function collect(
  into: FieldNodes,
  type: GraphQLObjectType,
  { selections }: SelectionSetNode,
  fragments: Fragments,
): void {
  for (const selection of selections) {
    refuseDirectives(selection);
    if (selection.kind === Kind.FIELD) {
      const name = (selection.alias ?? selection.name).value;
      into.set(name, [...(into.get(name) ?? []), selection]);
      continue;
    }
    const fragment = selection.kind === Kind.FRAGMENT_SPREAD ? fragments.get(selection.name.value) : selection;
    if (fragment === undefined) throw new Error('it uses a fragment that is not there');
    refuseDirectives(fragment);
    const condition = fragment.typeCondition?.name.value ?? type.name;
    if (condition !== type.name) throw new Error(`it asks for ${condition} in place of ${type}`);
    collect(into, type, fragment.selectionSet, fragments);
  }
}

function refuseDirectives({ directives: [directive] = [] }: SelectionNode | FragmentDefinitionNode): void {
  if (directive !== undefined) throw new Error(`it uses @${directive.name.value}`);
}

function fieldPlace(type: GraphQLObjectType, nodes: readonly FieldNode[], fragments: Fragments): Place {
  const field = nodes[0]?.name.value ?? '';
  const definition = type.getFields()[field];
  if (definition === undefined) throw new Error(`${type} has no ${field}`);
  const selectionSets = nodes.flatMap(({ selectionSet }) => (selectionSet === undefined ? [] : [selectionSet]));
  return placeOf(definition.type, selectionSets, fragments);
}

function placeOf(type: GraphQLOutputType, selectionSets: readonly SelectionSetNode[], fragments: Fragments): Place {
  if (isNonNullType(type)) return { ...placeOf(type.ofType, selectionSets, fragments), required: true };
  if (isListType(type)) {
    const element = placeOf(type.ofType, selectionSets, fragments);
    return { required: false, shape: (value) => listOf(value as readonly unknown[], element) };
  }
  const shape = selectionSets.length === 0 ? undefined : objectShape(type, selectionSets, fragments);
  return { required: false, shape };
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
