import { type FieldNode, type GraphQLResolveInfo, Kind, type SelectionSetNode } from 'graphql';

interface Representation {
  readonly __typename: string;
}

type LoadOne<Context> = (reference: Representation, context: Context) => unknown;
type LoadAll<Context> = (
  references: readonly Representation[],
  context: Context,
  asked: ReadonlySet<string>,
) => Promise<readonly unknown[]> | readonly unknown[];

/** In place of @apollo/subgraph's, which makes several promises of each entity, also where none has to be waited for. */
export function entitiesResolver<Context>(resolvers: Readonly<Record<string, object>>) {
  const one = new Map<string, LoadOne<Context>>();
  const all = new Map<string, LoadAll<Context>>();
  for (const [typename, type] of Object.entries(resolvers)) {
    if ('__resolveReference' in type)
      one.set(typename, namedLoad(typename, type.__resolveReference as LoadOne<Context>));
    if ('__resolveReferences' in type) all.set(typename, type.__resolveReferences as LoadAll<Context>);
  }

  return (
    _: unknown,
    { representations }: { readonly representations: readonly Representation[] },
    context: Context,
    info: GraphQLResolveInfo,
  ) => {
    const entities: unknown[] = representations.map((reference) => {
      const load = one.get(reference.__typename);
      // A type that nobody loads is known by its reference alone.
      return load === undefined ? reference : load(reference, context);
    });
    const loading: Promise<void>[] = [];
    for (const [typename, load] of all) {
      const places = placesOf(typename, representations);
      if (places.length > 0) loading.push(loadTogether(typename, load, places));
    }
    if (loading.length === 0) return entities;
    return Promise.all(loading).then(() => entities);

    async function loadTogether(typename: string, load: LoadAll<Context>, places: readonly number[]): Promise<void> {
      const references = places.map((place) => representations[place] as Representation);
      const found = await load(references, context, fieldsAsked(info));
      const name = named(typename);
      for (const [at, place] of places.entries()) entities[place] = name(found[at]);
    }
  };
}

function placesOf(typename: string, representations: readonly Representation[]): readonly number[] {
  const places: number[] = [];
  for (const [place, each] of representations.entries()) if (each.__typename === typename) places.push(place);
  return places;
}

function namedLoad<Context>(typename: string, load: LoadOne<Context>): LoadOne<Context> {
  const name = named(typename);
  return (reference, context) => {
    const found = load(reference, context);
    return found instanceof Promise ? found.then(name) : name(found);
  };
}

/** The name is what tells the members of a union apart; where an entity has it, it was found before. */
function named(typename: string): (entity: unknown) => unknown {
  return (entity) => {
    if (typeof entity === 'object' && entity !== null && !('__typename' in entity)) {
      Object.defineProperty(entity, '__typename', { value: typename });
    }
    return entity;
  };
}

/** A compiled operation has the same nodes each time. */
const asks = new WeakMap<readonly FieldNode[], ReadonlySet<string>>();

/** Names of the fields that an operation asks of entities, perhaps of others than those of one type. */
function fieldsAsked(info: GraphQLResolveInfo): ReadonlySet<string> {
  const known = asks.get(info.fieldNodes);
  if (known !== undefined) return known;
  const asked = gatherFields(info);
  asks.set(info.fieldNodes, asked);
  return asked;
}

function gatherFields({ fieldNodes, fragments }: GraphQLResolveInfo): ReadonlySet<string> {
  const asked = new Set<string>();
  function gather(set: SelectionSetNode | undefined): void {
    for (const selection of set?.selections ?? []) {
      if (selection.kind === Kind.FIELD) asked.add(selection.name.value);
      else if (selection.kind === Kind.INLINE_FRAGMENT) gather(selection.selectionSet);
      else gather(fragments[selection.name.value]?.selectionSet);
    }
  }
  for (const { selectionSet } of fieldNodes) gather(selectionSet);
  return asked;
}
