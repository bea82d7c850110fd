import type { ApolloClient } from '@apollo/client';
import { useSyncExternalStore } from 'react';
import { v4 as uuid } from 'uuid';
import * as v from 'valibot';
import { ApiError } from '../../../api/api-error.ts';
import { download } from '../../../api/client.ts';
import { type Failure, failureOf } from '../../../api/failure.ts';
import { parsed } from '../../../api/parsed.ts';
import { saveFile } from '../../../browser/save-file.ts';
import { readJson, removeText, writeJson } from '../../../browser/storage.ts';
import { currentSession, DRAFT_PREFIX, followSession } from '../../../session/session.ts';
import { type BulkInput, bulkInputSchema } from './bulk-input.ts';
import { CreatePagesDocument, CreateSomePagesDocument } from './bulk-job.generated.ts';

const pageSchema = v.object({ id: v.string(), displayName: v.string() });
export type MadePage = v.InferOutput<typeof pageSchema>;

const seriesSchema = v.object({ workbookId: v.string(), pages: v.array(pageSchema) });
export type MadeSeries = v.InferOutput<typeof seriesSchema>;

const storedSchema = v.object({
  /**
   * A series with an unknown outcome. Its key stays the same for every retry, so that it is created once, also by two
   * tabs.
   */
  order: v.optional(v.object({ key: v.string(), input: bulkInputSchema })),
  /** Series made since the list was cleared, newest first. */
  made: v.optional(v.array(seriesSchema)),
  /** Pages created one by one, newest first. */
  byHand: v.optional(v.array(pageSchema)),
});

/**
 * Creates pages independently of the screen: the user may leave during the request, finds the result on return, and
 * it resumes after a reload.
 */
export interface BulkJob extends v.InferOutput<typeof storedSchema> {
  readonly running: boolean;
  readonly progress?: SeriesProgress | undefined;
  readonly failure?: Failure | undefined;
  /** The series whose workbook could not be downloaded, and why. */
  readonly workbookFailure?: { readonly workbookId: string; readonly failure: Failure } | undefined;
}

export interface SeriesProgress {
  readonly asked: number;
  readonly made: number;
}

/** Pages made by one request, so that the progress of a series is seen. */
const STEP = 100;
/** More would leave no room in the tab's storage for drafts. The list of batches has every series. */
const MAX_SERIES = 20;
const MAX_BY_HAND = 1_000;

type Order = NonNullable<BulkJob['order']>;

const listeners = new Set<() => void>();
let owner: string | undefined;
let job: BulkJob = { running: false };

const storageKey = (userId: string) => `${DRAFT_PREFIX}bulk:${userId}`;

/** The current user's job; another user's results are not shown. */
function ownJob(): BulkJob {
  const userId = currentSession()?.user.id;
  if (userId !== owner) {
    owner = userId;
    const stored = (kind: 'local' | 'session') =>
      userId === undefined ? undefined : parsed(storedSchema, readJson(kind, storageKey(userId)));
    job = { ...stored('session'), ...stored('local'), running: false };
  }
  return job;
}

function change(changes: Partial<BulkJob>): void {
  job = { ...job, ...changes };
  const { order, made, byHand } = job;
  if (owner !== undefined) {
    const key = storageKey(owner);
    writeJson('session', key, { made, byHand });
    // Outlives the tab: without the rest of their series, the pages made so far would be in no batch.
    if (order === undefined) removeText('local', key);
    else writeJson('local', key, { order });
  }
  for (const listener of listeners) listener();
}

export function useBulkJob(): BulkJob {
  return useSyncExternalStore(followJob, ownJob);
}

function followJob(listener: () => void): () => void {
  listeners.add(listener);
  const unfollow = followSession(listener);
  return () => {
    listeners.delete(listener);
    unfollow();
  };
}

/**
 * Creates a series. If a response was lost, the same input resends the same key, so that the server creates it once.
 */
export async function makeSeries(client: ApolloClient, input: BulkInput): Promise<void> {
  const { order: last, running } = ownJob();
  if (running) return;
  const again = last !== undefined && JSON.stringify(last.input) === JSON.stringify(input);
  const order = again ? last : { key: uuid(), input };
  const maker = owner;
  const asked = input.quantity;
  change({ order, running: true, progress: { asked, made: 0 }, failure: undefined, workbookFailure: undefined });
  try {
    await orderSteps(client, order, maker);
    if (maker !== ownerNow()) return;
    const series = await orderSeries(client, order);
    if (maker !== ownerNow()) return;
    change({
      order: undefined,
      running: false,
      progress: { asked, made: asked },
      made: [series, ...(job.made ?? [])].slice(0, MAX_SERIES),
    });
    await fetchWorkbook(series.workbookId);
    // Meanwhile another series may have been requested, or another user signed in.
    if (maker === ownerNow() && job.made?.[0] === series && !job.running) change({ progress: undefined });
  } catch (error) {
    if (maker !== ownerNow()) return;
    // A series refused at once was not created; after any other error it may have been.
    const refused = error instanceof ApiError && error.status < 500 && !job.progress?.made;
    const failure = failureOf(error, 'adminBulk.failed');
    change({ order: refused ? undefined : order, running: false, progress: undefined, failure });
  }
}

function ownerNow(): string | undefined {
  ownJob();
  return owner;
}

/** The last pages first: lists show the newest on top, and a series in the order of its numbers. */
async function orderSteps(client: ApolloClient, order: Order, maker: string | undefined) {
  const asked = order.input.quantity;
  for (let made = STEP; made < asked && maker === ownerNow(); made += STEP) {
    await client.mutate({ mutation: CreateSomePagesDocument, ...sentFor(order, asked - made + 1) });
    if (maker === ownerNow()) change({ progress: { asked, made } });
  }
}

async function orderSeries(client: ApolloClient, order: Order): Promise<MadeSeries> {
  const { data } = await client.mutate({ mutation: CreatePagesDocument, ...sentFor(order) });
  if (data === undefined) throw new Error('The server made a series and said nothing of it');
  forgetLists(client);
  const { workbookId, pages } = data.createPages;
  return { workbookId, pages: pages.map(({ id, displayName }) => ({ id, displayName })) };
}

function sentFor({ key, input: { owner: ownerOfAll, prefixNote, ...rest } }: Order, from?: number) {
  return {
    variables: { input: { ...rest, prefixNote: prefixNote || null, ownerId: ownerOfAll?.id ?? null, from } },
    context: { idempotencyKey: key },
    // A thousand pages, which screens show only by name.
    fetchPolicy: 'no-cache' as const,
  };
}

export async function fetchWorkbook(workbookId: string): Promise<void> {
  change({ workbookFailure: undefined });
  try {
    // Under the server's file name, which contains the creation time.
    const { name, bytes } = await download(`/api/admin/exports/${encodeURIComponent(workbookId)}.xlsx`);
    saveFile(name, bytes);
  } catch (error) {
    change({ workbookFailure: { workbookId, failure: failureOf(error, 'adminBulk.workbookFailed') } });
  }
}

export function addMadePage(client: ApolloClient, { id, displayName }: MadePage): void {
  forgetLists(client);
  change({ byHand: [{ id, displayName }, ...(ownJob().byHand ?? [])].slice(0, MAX_BY_HAND) });
}

/** Clears the list of created pages; the pages themselves stay. */
export function clearMade(): void {
  const { order, running } = ownJob();
  change({
    made: undefined,
    byHand: undefined,
    ...(!running && { progress: undefined }),
    failure: undefined,
    workbookFailure: undefined,
  });
  if (owner !== undefined && order === undefined && !running) removeText('session', storageKey(owner));
}

/** Cached lists of pages and batches are stale now. */
function forgetLists({ cache }: ApolloClient): void {
  for (const fieldName of ['pages', 'batches']) cache.evict({ id: 'ROOT_QUERY', fieldName });
  cache.gc();
}
