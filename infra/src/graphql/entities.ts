import { type GraphQLResolveInfo, Kind, type SelectionSetNode } from 'graphql';

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
    const together = [...all].filter(([typename]) => representations.some((each) => each.__typename === typename));
    if (together.length === 0) return entities;
    const loaded = together.map(async ([typename, load]) => {
      const places = [...representations.keys()].filter((place) => representations[place]?.__typename === typename);
      const references = places.map((place) => representations[place] as Representation);
      const found = (await load(references, context, fieldsAsked(info))).map(named(typename));
      for (const [at, place] of places.entries()) entities[place] = found[at];
    });
    return Promise.all(loaded).then(() => entities);
  };
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

/** Names of the fields that an operation asks of entities, perhaps of others than those of one type. */
function fieldsAsked({ fieldNodes, fragments }: GraphQLResolveInfo): ReadonlySet<string> {
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
