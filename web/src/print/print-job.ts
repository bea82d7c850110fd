import type { ApolloClient } from '@apollo/client';
import { useSyncExternalStore } from 'react';
import { type Failure, failureOf, ownFailure } from '../api/failure.ts';
import { parsed } from '../api/parsed.ts';
import { saveFile } from '../browser/save-file.ts';
import { readJson, removeText, writeJson } from '../browser/storage.ts';
import { currentSession, DRAFT_PREFIX, followSession } from '../session/session.ts';
import { type BatchCards, orderSchema, type PrintOrder } from './print-order.ts';

/**
 * Makes a print file independently of the screen: the user may go to another one meanwhile, and after a reload of this
 * tab the order is made anew. After a second one it waits for the user, because it may have crashed the tab.
 */
export interface PrintJob {
  /** Also the one for the next file, when one is made and pages are left. */
  readonly order?: PrintOrder | undefined;
  readonly running: boolean;
  /** Pages that the file contains already, of how many; absent until they are read. */
  readonly progress?: { readonly done: number; readonly total: number } | undefined;
  readonly failure?: Failure | undefined;
  /** The last file: its pages, and how many names its font cannot print. */
  readonly made?: { readonly pages: number; readonly unprintable: number; readonly batch?: BatchCards } | undefined;
}

const listeners = new Set<() => void>();
let owner: string | undefined;
/** Also what the server renders. */
const IDLE: PrintJob = { running: false };
let job = IDLE;
let stopping = new AbortController();

/** How often an order begins by itself. */
const MOST_BEGUN = 2;

const storageKey = (userId: string) => `${DRAFT_PREFIX}print:${userId}`;

/** The current user's job; another user's is ended. */
function ownJob(): PrintJob {
  const userId = currentSession()?.user.id;
  if (userId !== owner) {
    owner = userId;
    stopping.abort();
    const order = userId === undefined ? undefined : parsed(orderSchema, readJson('session', storageKey(userId)));
    const waits = (order?.begun ?? 0) >= MOST_BEGUN;
    job = { order, running: false, ...(waits && { failure: ownFailure('adminCards.interrupted') }) };
  }
  return job;
}

function change(changes: Partial<PrintJob>): void {
  job = { ...job, ...changes };
  for (const listener of listeners) listener();
}

export function usePrintJob(): PrintJob {
  return useSyncExternalStore(followJob, ownJob, () => IDLE);
}

function followJob(listener: () => void): () => void {
  listeners.add(listener);
  const unfollow = followSession(listener);
  return () => {
    listeners.delete(listener);
    unfollow();
  };
}

export async function startPrint(client: ApolloClient, order: PrintOrder): Promise<void> {
  if (ownJob().running || owner === undefined) return;
  const key = storageKey(owner);
  stopping = new AbortController();
  const { signal } = stopping;
  writeJson('session', key, { ...order, begun: (order.begun ?? 0) + 1 });
  change({ order, running: true, progress: undefined, failure: undefined, made: undefined });
  try {
    // Large and rarely used.
    const { makeFile } = await import('./print-file.ts');
    const file = await makeFile(client, order, (done, total) => {
      signal.throwIfAborted();
      change({ progress: { done, total } });
    });
    signal.throwIfAborted();
    saveFile(file.name, file.content);
    const next = file.next && { ...order, choice: file.next, begun: MOST_BEGUN };
    if (next === undefined) removeText('session', key);
    else writeJson('session', key, next);
    change({
      order: next,
      running: false,
      progress: undefined,
      made: { ...file, ...(isPrinted(order) && { batch: order.batch }) },
    });
  } catch (error) {
    if (signal.aborted) return;
    removeText('session', key);
    change({ running: false, progress: undefined, failure: failureOf(error, 'adminCards.failed') });
  }
}

function isPrinted(order: PrintOrder): order is PrintOrder & { readonly batch: BatchCards } {
  return order.batch !== undefined && order.product !== 'links';
}

/** Begins again, or goes on with the next file, because the user asks for it. */
export function continuePrint(client: ApolloClient, order: PrintOrder): Promise<void> {
  return startPrint(client, { ...order, begun: 0 });
}

/** Ends the job without a file. */
export function stopPrint(): void {
  stopping.abort();
  if (owner !== undefined) removeText('session', storageKey(owner));
  change({ order: undefined, running: false, progress: undefined, failure: undefined, made: undefined });
}

/** Forgets what the last job came to. */
export function clearPrint(): void {
  if (!ownJob().running) stopPrint();
}
