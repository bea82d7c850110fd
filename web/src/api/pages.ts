import { type Answer, call } from './client.ts';
import {
  type Analytics,
  analyticsSchema,
  type Blocks,
  type Page,
  type PublicPage,
  pageSchema,
  publicPageSchema,
} from './shapes.ts';
import { z } from './zod.ts';

const pageAt = (id: string) => `/api/pages/${encodeURIComponent(id)}`;

export interface PageList {
  readonly pages: Page[];
  readonly total: number;
  readonly cursor: string | undefined;
}

const listSchema = z
  .object({ pages: z.array(pageSchema), total: z.number().optional(), cursor: z.string().nullish() })
  .transform(
    ({ pages, total, cursor }): PageList => ({ pages, total: total ?? pages.length, cursor: cursor ?? undefined }),
  );

export async function listMyPages(cursor: string | undefined, signal: AbortSignal): Promise<PageList> {
  const query = cursor === undefined ? '' : `?cursor=${encodeURIComponent(cursor)}`;
  return (await call(`/api/pages/mine${query}`, { answer: listSchema, signal })).data;
}

export interface VersionedPage {
  readonly page: Page;
  /** For `If-Match`: the version that was read. */
  readonly etag: string | undefined;
}

const oneSchema = z.object({ page: pageSchema });

const versioned = ({ data, etag }: Answer<{ page: Page }>): VersionedPage => ({ page: data.page, etag });

export async function readPage(id: string, signal?: AbortSignal): Promise<VersionedPage> {
  return versioned(await call(pageAt(id), { answer: oneSchema, signal }));
}

export interface PageInput {
  readonly displayName: string;
  readonly blocksJson: Blocks;
  /** Left out for a page whose state its driver cannot change. */
  readonly state?: 'ACTIVE' | 'INACTIVE';
  readonly indexable?: boolean;
}

/** Makes a page; its id is the system's choice. */
export async function createPage(input: PageInput): Promise<VersionedPage> {
  return versioned(await call('/api/pages', { method: 'POST', body: input, answer: oneSchema }));
}

/** Saves a page; with `ifMatch` only over the version that was read (else 412 PAGE_CHANGED). */
export async function savePage(id: string, input: PageInput, ifMatch: string | undefined): Promise<VersionedPage> {
  return versioned(await call(pageAt(id), { method: 'PATCH', body: input, ifMatch, answer: oneSchema }));
}

export async function claimPage(id: string): Promise<void> {
  await call(`${pageAt(id)}/claim`, { method: 'POST', answer: z.unknown() });
}

export async function readAnalytics(id: string, own: 'include' | 'exclude', signal: AbortSignal): Promise<Analytics> {
  const query = own === 'exclude' ? '?own=exclude' : '';
  return (await call(`${pageAt(id)}/analytics${query}`, { answer: analyticsSchema, signal })).data;
}

export async function readPublicPage(id: string, signal: AbortSignal): Promise<PublicPage> {
  const path = `/api/public/pages/${encodeURIComponent(id)}`;
  return (await call(path, { answer: publicPageSchema, on401: 'answer', signal })).data;
}
