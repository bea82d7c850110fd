import type { SubgraphCall } from '@volant/infra/graphql/subgraph-call';
import { ToldRefusal } from '../http/error-answers.ts';
import { type Graph, type ServiceOperation, serviceOperation } from '../supergraph/fixed-operations.ts';
import type { GraphPage, GraphPages } from './page.ts';

type ServicePage = Omit<GraphPage, 'owner' | 'eventCount' | 'viewCount'> & {
  readonly uid: string;
  readonly tenure: number;
};
type Entities<Entity> = { readonly _entities: readonly (Entity | null)[] };
type Owner = { readonly username: string | null; readonly email: string | null };
type Counts = Pick<GraphPage, 'eventCount' | 'viewCount'>;

const pages = serviceOperation<{ pages: Omit<GraphPages, 'nodes'> & { readonly nodes: readonly ServicePage[] } }>(
  'pages',
  `query LongPageList($first: Int, $after: String, $filter: PageFilter) {
    pages(first: $first, after: $after, filter: $filter) {
      nodes {
        uid tenure id displayName state ownerId createdAt claimedAt claimed inactive avatar indexable blocks version
      }
      totalCount
      pageInfo { endCursor hasNextPage }
    }
  }`,
);
const owners = serviceOperation<Entities<Owner>>(
  'identity',
  'query LongPageListOwners($of: [_Any!]!) { _entities(representations: $of) { ... on User { username email } } }',
);
const counts = serviceOperation<Entities<Counts>>(
  'analytics',
  'query LongPageListCounts($of: [_Any!]!) { _entities(representations: $of) { ... on Page { eventCount viewCount } } }',
);

/** What the federation would answer for the same list, three times as fast; each service checks who asks, as ever. */
export async function longPageList(
  graph: Graph,
  variables: Record<string, unknown>,
  call: SubgraphCall,
): Promise<GraphPages> {
  const list = (await graph.ask(pages, variables, call)).pages;
  const ownerIds = [...new Set(list.nodes.flatMap(({ ownerId }) => ownerId ?? []))];
  const [people, numbers] = await Promise.all([
    entities(
      owners,
      ownerIds.map((id) => ({ __typename: 'User', id })),
    ),
    entities(
      counts,
      list.nodes.map(({ uid, tenure, ownerId }) => ({ __typename: 'Page', uid, tenure, ownerId })),
    ),
  ]);
  const personById = new Map(ownerIds.map((id, index) => [id, people[index]]));
  // Field by field: copying the rest of an object is what ten thousand of them cannot afford.
  const nodes = list.nodes.map((page, index) => ({
    id: page.id,
    displayName: page.displayName,
    state: page.state,
    ownerId: page.ownerId,
    owner: page.ownerId === null ? null : ownerOf(page.ownerId, personById.get(page.ownerId)),
    createdAt: page.createdAt,
    claimedAt: page.claimedAt,
    claimed: page.claimed,
    inactive: page.inactive,
    avatar: page.avatar,
    indexable: page.indexable,
    eventCount: numbers[index]?.eventCount ?? null,
    viewCount: numbers[index]?.viewCount ?? null,
    blocks: page.blocks,
    version: page.version,
  }));
  return { ...list, nodes };

  /** Names and counts may be absent; the list is there without them. */
  async function entities<Entity>(
    operation: ServiceOperation<Entities<Entity>>,
    of: readonly object[],
  ): Promise<readonly (Entity | null)[]> {
    if (of.length === 0) return [];
    try {
      return (await graph.ask(operation, { of }, call))._entities;
    } catch (error) {
      if (error instanceof ToldRefusal) return [];
      throw error;
    }
  }
}

function ownerOf(id: string, person: Owner | null | undefined): NonNullable<GraphPage['owner']> {
  return { id, username: person?.username ?? null, email: person?.email ?? null };
}
