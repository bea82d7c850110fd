import { DomainError } from '@volant/infra/errors/domain-error';
import { PROFILE_FIELDS } from '@volant/proto/profile/profile';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { fixedOperation } from '../supergraph/graph.ts';
import type { Operations } from '../supergraph/operations.generated.ts';
import { Blocks, Count, LISTED, succeeded } from './answers.ts';
import { fieldsOf } from './graph-shapes.ts';
import { type GraphList, PAGING_FIELDS, restList } from './inputs.ts';

/** A page as GraphQL returns it to its owner and to administrators. */
type GraphPage = Operations['RestPage']['data']['page'];

const OWN_FIELDS = `id displayName state ownerId owner { id username email } createdAt claimedAt claimed
  inactive avatar indexable eventCount viewCount version`;
export const PAGE_FIELDS = `${OWN_FIELDS}
  profile { ${PROFILE_FIELDS.join(' ')} displayStyle customFields { id name value icon color } }`;
export const PAGES_FIELDS = `nodes { ${OWN_FIELDS} profileJson } ${PAGING_FIELDS}`;

export const page = fixedOperation(`query RestPage($id: ID!) { page(id: $id) { ${PAGE_FIELDS} } }`);

export const Page = z
  .strictObject(fieldsOf(page, 'page'))
  .omit({ eventCount: true, viewCount: true, version: true, profile: true })
  .extend({ _count: z.strictObject({ events: Count.optional(), views: Count.optional() }), blocksJson: Blocks })
  .meta({ id: 'Page' });
export const PageList = z.strictObject({ pages: z.array(Page), ...LISTED }).meta({ id: 'PageList' });
export const PageMade = succeeded('PageMade', { page: Page });

/** Counts that cannot be read at the moment are left out. */
export function restPage(page: GraphPage) {
  const counts: { events?: number; views?: number } = {};
  if (page.eventCount !== null) counts.events = page.eventCount;
  if (page.viewCount !== null) counts.views = page.viewCount;
  // Copied field by field for speed: lists contain up to ten thousand pages.
  return {
    id: page.id,
    displayName: page.displayName,
    state: page.state,
    ownerId: page.ownerId,
    owner: page.owner,
    createdAt: page.createdAt,
    claimedAt: page.claimedAt,
    claimed: page.claimed,
    inactive: page.inactive,
    avatar: page.avatar,
    indexable: page.indexable,
    _count: counts,
    blocksJson: page.profile,
  };
}

export function restPages(list: GraphList<Omit<GraphPage, 'profile'> & { readonly profileJson: unknown }>) {
  const pages = list.nodes.map(({ profileJson, ...page }) =>
    restPage({ ...page, profile: profileJson as GraphPage['profile'] }),
  );
  return { pages, ...restList(list) };
}

/** A response with the page, and its version as ETag, for `If-Match`. */
export function taggedPage(reply: FastifyReply, page: GraphPage) {
  reply.header('etag', `"${page.version}"`);
  return { page: restPage(page) };
}

const ETAG = /^\s*(?:W\/)?"?(\d{1,9})(?:-(?:gzip|br|zstd))?"?\s*$/;
/** No page ever has this version, so the service refuses with its own PAGE_CHANGED. */
const NO_VERSION = 0;

/**
 * Proxies that compress append the encoding to an ETag, and people leave its quotes out. Of a list, only the latest
 * version can be the page's.
 * @returns the version in If-Match; null if the change applies to any version
 * @throws DomainError VALIDATION_FAILED if the header is empty: the caller has no version, and a reload would not help
 */
export function expectedVersionIn(condition: string | undefined): number | null {
  if (condition === undefined || condition.trim() === '*') return null;
  if (/^[\s,]*$/.test(condition)) throw new DomainError('VALIDATION_FAILED', { field: 'If-Match' });
  const versions = condition.split(',').map((one) => Number(ETAG.exec(one)?.[1] ?? NO_VERSION));
  return Math.max(...versions);
}
