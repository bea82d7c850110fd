import { once } from '@volant/infra/process/waiting/once';
import { languagesWith } from '@volant/proto/text/languages';
import {
  buildSchema,
  type FieldNode,
  type GraphQLObjectType,
  type GraphQLOutputType,
  getNamedType,
  isEnumType,
  isListType,
  isNonNullType,
  isObjectType,
  type OperationDefinitionNode,
  parse,
  type SelectionSetNode,
} from 'graphql';
import { z } from 'zod';
import { readSupergraph } from '../supergraph/composed-graph.ts';
import type { FixedOperation } from '../supergraph/graph.ts';
import type { Operations } from '../supergraph/operations.generated.ts';
import { Count, CountryCode, Day, Held, Instant, Text, UploadPath } from './answers.ts';
import { type GraphEnum, graphEnum } from './inputs.ts';

type Item<T> = NonNullable<T> extends readonly (infer Each)[] ? Each : NonNullable<T>;
type At<T, Path> = Path extends readonly [infer Key extends keyof Item<T>, ...infer Rest]
  ? At<Item<T>[Key], Rest>
  : Item<T>;
type Shapes<T> = { readonly [Key in keyof T]: z.ZodType<T[Key], T[Key]> };

const MailLanguage = z.enum(languagesWith('mails'));

const SCALARS: Readonly<Record<string, z.ZodType>> = {
  ...{ ID: Text, String: Text, Boolean: z.boolean() },
  ...{ Int: Count, DateTime: Instant, Date: Day },
};
/** Fields that hold less than their type in the graph allows. */
const NARROWER: Readonly<Record<string, z.ZodType>> = {
  ...{ 'User.avatar': UploadPath, 'Page.avatar': UploadPath },
  ...{ 'Event.id': z.uuid(), 'Event.country': CountryCode, 'CountryCount.country': Text.length(2) },
  ...{ 'HourCount.weekday': z.int().min(1).max(7), 'HourCount.hour': z.int().min(0).max(23) },
  ...{ 'FieldChange.before': Held, 'FieldChange.after': Held },
  ...{ 'CannedReplyText.language': MailLanguage, 'AnnouncementText.language': MailLanguage },
};

/**
 * The shapes of the fields that an operation selects, by its selection and the graph's types and descriptions. The graph
 * is only read once a shape is described or validates.
 * @param path names of the fields that lead to the object; where one is a list, to its entries. Default: the
 *   fields of the whole answer.
 */
export function fieldsOf<Name extends keyof Operations, const Path extends readonly string[]>(
  { query }: FixedOperation<Name>,
  ...path: Path
): Shapes<At<Operations[Name]['data'], Path>> {
  const [{ operation, selectionSet }] = parse(query).definitions as [OperationDefinitionNode];
  let selection = selectionSet;
  let type = () => graph().getRootType(operation) as GraphQLObjectType;
  for (const key of path) {
    const node = nodesIn(selection).find((each) => keyOf(each) === key);
    if (node?.selectionSet === undefined) throw new Error(`${query} selects no fields of ${key}`);
    const outer = type;
    selection = node.selectionSet;
    type = () => getNamedType(outer().getFields()[node.name.value]?.type) as GraphQLObjectType;
  }
  return shapesIn(selection, type) as Shapes<At<Operations[Name]['data'], Path>>;
}

const graph = once(() => buildSchema(readSupergraph(), { assumeValidSDL: true }));

function nodesIn({ selections }: SelectionSetNode): readonly FieldNode[] {
  return selections as readonly FieldNode[];
}

function keyOf({ alias, name }: FieldNode): string {
  return (alias ?? name).value;
}

function shapesIn(selection: SelectionSetNode, type: () => GraphQLObjectType): Record<string, z.ZodType> {
  return Object.fromEntries(nodesIn(selection).map((node) => [keyOf(node), z.lazy(() => shapeOf(type(), node))]));
}

function shapeOf(parent: GraphQLObjectType, node: FieldNode): z.ZodType {
  const name = `${parent.name}.${node.name.value}`;
  const field = parent.getFields()[node.name.value];
  if (field === undefined) throw new Error(`The graph has no ${name}.`);
  const shape = shapeOfType(field.type, node, name);
  // Descriptions of the graph's own fields are about calls.
  if (!field.description || graph().getQueryType() === parent || graph().getMutationType() === parent) return shape;
  return shape.meta({ description: field.description.replaceAll('\n', ' ') });
}

function shapeOfType(type: GraphQLOutputType, node: FieldNode, name: string): z.ZodType {
  return isNonNullType(type) ? heldShape(type.ofType, node, name) : heldShape(type, node, name).nullable();
}

function heldShape(type: GraphQLOutputType, node: FieldNode, name: string): z.ZodType {
  if (isListType(type)) return z.array(shapeOfType(type.ofType, node, name));
  if (isEnumType(type)) return graphEnum(type.name as GraphEnum);
  if (isObjectType(type) && node.selectionSet !== undefined) {
    return z.strictObject(shapesIn(node.selectionSet, () => type));
  }
  const scalar = NARROWER[name] ?? SCALARS[String(type)];
  if (scalar === undefined) throw new Error(`${name} has no shape.`);
  return scalar;
}
