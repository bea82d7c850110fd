import type { ApolloClient } from '@apollo/client';
import { useSyncExternalStore } from 'react';
import { v4 as uuid } from 'uuid';
import * as v from 'valibot';
import { ApiError } from '../../../api/api-error.ts';
import { type Failure, failureOf } from '../../../api/failure.ts';
import { parsed } from '../../../api/parsed.ts';
import { currentSession, DRAFT_PREFIX, followSession } from '../../../api/session.ts';
import { readJson, removeText, writeJson } from '../../../browser/storage.ts';
import { type BulkInput, bulkInputSchema } from './bulk-input.ts';
import { CreatePagesDocument } from './bulk-job.generated.ts';
import { saveWorkbook } from './workbook.ts';

const pageSchema = v.object({ id: v.string(), displayName: v.string() });
export type MadePage = v.InferOutput<typeof pageSchema>;

const storedSchema = v.object({
  /** A series of which it is not known whether it was made; its key is the same for every try, so that it is made once. */
  order: v.optional(v.object({ key: v.string(), input: bulkInputSchema })),
  /** The latest series. */
  series: v.optional(v.object({ workbookId: v.string(), pages: v.array(pageSchema) })),
  /** What was made page by page, newest first. */
  byHand: v.optional(v.array(pageSchema)),
});

/**
 * The making of pages, outside of the screen that asks for it: one may leave while it goes on, finds its result on the
 * way back, and has it taken up again after a reload.
 */
export interface BulkJob extends v.InferOutput<typeof storedSchema> {
  readonly running: boolean;
  readonly progress?: SeriesProgress | undefined;
  readonly failure?: Failure | undefined;
  /** The workbook could not be fetched by itself. */
  readonly workbookFailure?: Failure | undefined;
}

/** How far a series is. The server makes all of it in one request, and tells how many there are once they are. */
export interface SeriesProgress {
  readonly asked: number;
  /** Absent while they are being made; with it, the workbook is on its way. */
  readonly made?: number;
}

const listeners = new Set<() => void>();
let owner: string | undefined;
let job: BulkJob = { running: false };

const storageKey = (userId: string) => `${DRAFT_PREFIX}bulk:${userId}`;

/** Of whoever is signed in; what another person has made is not for them. */
function ownJob(): BulkJob {
  const userId = currentSession()?.user.id;
  if (userId !== owner) {
    owner = userId;
    const stored = userId === undefined ? undefined : parsed(storedSchema, readJson('session', storageKey(userId)));
    job = { ...stored, running: false };
  }
  return job;
}

function change(changes: Partial<BulkJob>): void {
  job = { ...job, ...changes };
  const { order, series, byHand } = job;
  if (owner !== undefined) writeJson('session', storageKey(owner), { order, series, byHand });
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
 * Makes a series. One whose answer never came is that same one again, as long as it is asked for in the same words:
 * the server makes it once.
 */
export async function makeSeries(client: ApolloClient, input: BulkInput): Promise<void> {
  const { order: last, running } = ownJob();
  if (running) return;
  const again = last !== undefined && JSON.stringify(last.input) === JSON.stringify(input);
  const order = again ? last : { key: uuid(), input };
  const maker = owner;
  const asked = input.quantity;
  change({ order, running: true, progress: { asked }, failure: undefined, workbookFailure: undefined });
  try {
    const series = await orderSeries(client, order.key, input);
    if (maker !== ownerNow()) return;
    change({ order: undefined, running: false, progress: { asked, made: series.pages.length }, series });
    await fetchWorkbook(series.workbookId);
    // Another series may have been asked for meanwhile, or somebody else be signed in.
    if (maker === ownerNow() && job.series === series && !job.running) change({ progress: undefined });
  } catch (error) {
    if (maker !== ownerNow()) return;
    // Refused is known not to be made; anything else may have been.
    const refused = error instanceof ApiError && error.status < 500;
    const failure = failureOf(error, 'adminBulk.failed');
    change({ order: refused ? undefined : order, running: false, progress: undefined, failure });
  }
}

function ownerNow(): string | undefined {
  ownJob();
  return owner;
}

async function orderSeries(client: ApolloClient, idempotencyKey: string, input: BulkInput) {
  const { owner: ownerOfAll, prefixNote, ...rest } = input;
  const { data } = await client.mutate({
    mutation: CreatePagesDocument,
    variables: { input: { ...rest, prefixNote: prefixNote || null, ownerId: ownerOfAll?.id ?? null } },
    context: { idempotencyKey },
    // A thousand pages of which no screen shows more than the name.
    fetchPolicy: 'no-cache',
  });
  if (data === undefined) throw new Error('The server made a series and said nothing of it');
  forgetLists(client);
  const { workbookId, pages } = data.createPages;
  return { workbookId, pages: pages.map(({ id, displayName }) => ({ id, displayName })) };
}

/** Fetches the workbook of the latest series. */
export async function fetchWorkbook(workbookId: string): Promise<void> {
  change({ workbookFailure: undefined });
  try {
    await saveWorkbook(workbookId);
  } catch (error) {
    change({ workbookFailure: failureOf(error, 'adminBulk.workbookFailed') });
  }
}

/** Lists a page that was made by hand. */
export function addMadePage(client: ApolloClient, { id, displayName }: MadePage): void {
  forgetLists(client);
  change({ byHand: [{ id, displayName }, ...(ownJob().byHand ?? [])] });
}

/** Forgets what was made; the pages themselves stay. */
export function clearMade(): void {
  const { order, running } = ownJob();
  change({
    series: undefined,
    byHand: undefined,
    ...(!running && { progress: undefined }),
    failure: undefined,
    workbookFailure: undefined,
  });
  if (owner !== undefined && order === undefined && !running) removeText('session', storageKey(owner));
}

/** What is known of lists of pages is old by now. */
function forgetLists({ cache }: ApolloClient): void {
  cache.evict({ id: 'ROOT_QUERY', fieldName: 'pages' });
  cache.gc();
}
