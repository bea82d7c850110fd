import type { ExecutionResult } from 'graphql';
import { type SessionState, sessionStateOf } from '../../auth/access-token.ts';
import { callOfProcess } from '../../auth/assertion.ts';
import { DomainError } from '../../errors/domain-error.ts';
import type { Subgraph } from '../../graphql/subgraph-call.ts';
import type { Upload, UploadAnswer } from '../../graphql/upload.ts';
import type { InternalAnswer, InternalClient } from './internal-client.ts';

export const GRAPHQL_PATH = '/graphql';
export const UPLOADS_PATH = '/uploads';
/** For the work after the upload; the gateway ends a slow body long before. */
const UPLOAD_TIMEOUT_MS = 110_000;
export const SESSIONS_PATH = '/internal/sessions';
export const PEOPLE_PATH = '/internal/people';

/**
 * Ids of the people whose id, username or e-mail address contains the search text, ignoring case and accents,
 * sorted by username (ana2 before ana10). An empty text finds everybody.
 */
export type PeopleFound = (search: string) => Promise<readonly string[]>;

export const OWNED_PAGES_PATH = '/internal/owned-pages';
export const WEEK_FIGURES_PATH = '/internal/week-figures';
export const PAGE_TOTALS_PATH = '/internal/page-totals';
export const EVENT_TOTALS_PATH = '/internal/event-totals';

export const DEACTIVATIONS_PATH = '/internal/deactivations';

interface DeactivationNotice {
  /** The same each time it is reported. */
  readonly eventId: string;
  /** The account that gets the mail. */
  readonly ownerId: string;
}

/** A webhook was disabled because its receiver is gone. */
export interface WebhookDeactivation extends DeactivationNotice {
  readonly webhookHost: string;
}

/** Why a page was deactivated, for a mail to its owner. */
export interface PageDeactivation extends DeactivationNotice {
  /** The id in the page's address. */
  readonly pageId: string;
  readonly reason: string;
  /** By language of mails, if it is a common reason; absent from older versions of pages. */
  readonly reasons?: Readonly<Record<string, string>> | undefined;
}

export type Deactivation = PageDeactivation | WebhookDeactivation;

/** Resolves once it is durable. */
export type TellDeactivation = (deactivation: Deactivation) => Promise<void>;

export const SPOOL_PATH = '/internal/spool';

/** Hands records that wait for the log to another process. Resolves once they are durable there. */
export type HandOver = (records: readonly Uint8Array[]) => Promise<void>;

/** A page and the number of its ownership. */
export interface OwnedPage {
  readonly pageUid: string;
  readonly tenure: number;
  /** When the ownership began (ISO 8601); undefined counts as long ago. */
  readonly since?: string | undefined;
}

/** Number of pages of each person who has some. */
export type PageTotals = () => Promise<readonly { readonly ownerId: string; readonly pages: number }[]>;

/** Number of events of each ownership that has some. */
export type EventTotals = () => Promise<readonly (OwnedPage & { readonly events: number })[]>;

export type OwnedPages = (ownerId: string) => Promise<readonly OwnedPage[]>;

/** Events of one type in a week and in the week before it. */
export interface WeekFigure {
  readonly type: string;
  readonly now: number;
  /** Null if a page did not belong to its owner in all of that week. */
  readonly before: number | null;
}

/** Figures of the week before a Monday (YYYY-MM-DD), added up over the pages. */
export type WeekFigures = (pages: readonly OwnedPage[], monday: string) => Promise<readonly WeekFigure[]>;

export function createRemoteSubgraph(name: string, client: InternalClient): Subgraph {
  return {
    name,
    async execute(request, call) {
      const body = JSON.stringify(request);
      return answered(await client.send({ method: 'POST', path: GRAPHQL_PATH, call, body })) as ExecutionResult;
    },
  };
}

export function createRemoteUpload(client: InternalClient): Upload {
  return async ({ body, call }) => {
    const answer = await client.send({
      method: 'POST',
      path: UPLOADS_PATH,
      call,
      contentType: 'application/octet-stream',
      body,
      timeoutMs: UPLOAD_TIMEOUT_MS,
    });
    return answered(answer) as UploadAnswer;
  };
}

/**
 * Asks identity for a session's current state. If identity does not answer, that is an outage, not an ended session.
 */
export function createRemoteSessions(client: InternalClient): (sessionId: string) => Promise<SessionState | undefined> {
  return async (sessionId) => {
    const path = `${SESSIONS_PATH}/${encodeURIComponent(sessionId)}`;
    const answer = await client.send({ method: 'GET', path, call: callOfProcess() });
    const { session } = answered(answer) as { readonly session: unknown };
    return session === null ? undefined : sessionStateOf(session);
  };
}

export function createRemotePeople(client: InternalClient): PeopleFound {
  return async (search) => (await ask<{ people: readonly string[] }>(client, PEOPLE_PATH, { search })).people;
}

export function createRemoteOwnedPages(client: InternalClient): OwnedPages {
  return async (ownerId) => (await ask<{ pages: readonly OwnedPage[] }>(client, OWNED_PAGES_PATH, { ownerId })).pages;
}

export function createRemoteWeekFigures(client: InternalClient): WeekFigures {
  return async (pages, monday) =>
    (await ask<{ figures: readonly WeekFigure[] }>(client, WEEK_FIGURES_PATH, { pages, monday })).figures;
}

export function createRemotePageTotals(client: InternalClient): PageTotals {
  return async () => (await ask<{ totals: Awaited<ReturnType<PageTotals>> }>(client, PAGE_TOTALS_PATH, {})).totals;
}

export function createRemoteEventTotals(client: InternalClient): EventTotals {
  return async () => (await ask<{ totals: Awaited<ReturnType<EventTotals>> }>(client, EVENT_TOTALS_PATH, {})).totals;
}

export function createRemoteDeactivations(client: InternalClient): TellDeactivation {
  return async (deactivation) => void (await ask(client, DEACTIVATIONS_PATH, deactivation));
}

export function createRemoteHandOver(client: InternalClient): HandOver {
  return async (records) => {
    await ask(client, SPOOL_PATH, { records: records.map((record) => Buffer.from(record).toString('base64')) });
  };
}

/** @throws DomainError UNAVAILABLE */
async function ask<Answer>(client: InternalClient, path: string, request: object): Promise<Answer> {
  const body = JSON.stringify(request);
  return answered(await client.send({ method: 'POST', path, call: callOfProcess(), body })) as Answer;
}

/** @throws DomainError UNAVAILABLE unless the response is that of a working service */
export function answered({ status, body }: InternalAnswer): unknown {
  if (status !== 200 || body === undefined) throw new DomainError('UNAVAILABLE', {}, 2);
  return body;
}
