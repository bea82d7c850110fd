import { isUnavailable } from '@volant/infra/errors/domain-error';
import { retry } from '@volant/infra/process/waiting/retry';
import type { View } from '@volant/infra/views/view-store';
import pLimit from 'p-limit';
import { type Delivery, dueAt, waitingIn, waitingOf } from './deliveries.ts';
import type { Endpoint } from './endpoints.ts';
import { type Attempt, type PostMessage, signedHeaders } from './post.ts';

interface CourierParts {
  readonly table: Pick<View<Delivery>, 'find'>;
  readonly write: (changed: readonly Delivery[], removed?: readonly Delivery[]) => Promise<void>;
  readonly post: PostMessage;
  readonly clock: () => Date;
  /** Undefined if the message has become pointless. */
  readonly bodyOf: (delivery: Delivery) => Promise<string | undefined>;
  /** The message has no body because of an error that will not pass by itself. */
  readonly onUnwritable: (delivery: Delivery, error: unknown) => void;
  /** The receiver is gone for good. Resolves once the endpoint is disabled. */
  readonly onGone: (endpoint: Endpoint) => Promise<void>;
  readonly onFailure: (error: unknown) => void;
  /** Aborts attempts at the end of the process. */
  readonly signal: AbortSignal;
}

/** Messages to one endpoint at the same time. */
const AT_ONCE = 4;
/** Due deliveries that are read at once, and lanes of them that are sent before the next read. */
const READ_AT_ONCE = 1_000;
const ROUND = 40;
const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const FIRST_PAUSE_MS = 5 * SECOND;
/** Pauses after the first attempts of a message; the last one repeats. */
const PAUSES_MS: readonly number[] = [
  FIRST_PAUSE_MS,
  30 * SECOND,
  2 * MINUTE,
  10 * MINUTE,
  30 * MINUTE,
  HOUR,
  2 * HOUR,
];
/** Maximum age of a message: a failed attempt after that is the last one. */
const GIVEN_UP_AFTER_MS = 24 * HOUR;
/** Failures in a row after which an endpoint itself gets pauses, so that one that is down is not called for each message. */
const PATIENCE = 4;
const LONGEST_ENDPOINT_PAUSE_MS = 5 * MINUTE;
const GONE = 410;
const NOT_TRIED: Attempt = { status: null, problem: 'NOT_TRIED' };

/** Sends the due deliveries of one endpoint. */
export class Courier {
  readonly #parts: CourierParts;
  #endpoint: Endpoint;
  #isTurnOver: () => boolean = () => true;
  #isRemoved = false;
  #failures = 0;
  #pausedUntil = 0;
  /** A pause reads the table once a minute, for messages that are given up. */
  #quietUntil = 0;
  #lastFailure: Attempt = NOT_TRIED;
  #running: Promise<void> | undefined;

  constructor(endpoint: Endpoint, parts: CourierParts) {
    this.#endpoint = endpoint;
    this.#parts = parts;
  }

  /** Resolves when nothing is left to send now. */
  sendDue(endpoint: Endpoint, isTurnOver: () => boolean): Promise<void> {
    // A changed address or secret may end the trouble, so it is tried at once.
    if (endpoint !== this.#endpoint) [this.#failures, this.#pausedUntil, this.#quietUntil] = [0, 0, 0];
    this.#endpoint = endpoint;
    this.#isTurnOver = isTurnOver;
    if (this.#mustPause() && this.#now() < this.#quietUntil) return Promise.resolve();
    this.#running ??= this.#sendDue()
      .catch((error: unknown) => {
        if (!this.#parts.signal.aborted) this.#parts.onFailure(error);
      })
      .finally(() => {
        this.#running = undefined;
      });
    return this.#running;
  }

  /** Ends it without waiting for attempts under way, whose outcomes are not written. */
  remove(): void {
    this.#isRemoved = true;
  }

  async settled(): Promise<void> {
    await this.#running;
  }

  #now(): number {
    return this.#parts.clock().getTime();
  }

  #isOver(): boolean {
    return this.#isRemoved || this.#parts.signal.aborted || this.#isTurnOver();
  }

  #mustPause(): boolean {
    return this.#isOver() || !this.#endpoint.enabled || this.#pausedUntil > this.#now();
  }

  async #sendDue(): Promise<void> {
    const { table, clock } = this.#parts;
    while (!this.#isOver()) {
      const due = waitingOf(this.#endpoint.id, clock());
      const found = await table.find(due, { sort: { due: 1 }, limit: READ_AT_ONCE });
      const old = found.filter((each) => this.#isOld(each.at) && this.#isHopeless(each));
      if (old.length > 0) await this.#write(old.map((each) => this.#tried(each, 'DEAD', this.#lastFailure)));
      else if (found.length === 0 || this.#mustPause()) break;
      else await this.#sendRound(found);
    }
    this.#quietUntil = this.#now() + MINUTE;
  }

  async #sendRound(found: readonly Delivery[]): Promise<void> {
    const lanes = new Map<string, Delivery[]>();
    for (const each of found) {
      const lane = lanes.get(each.lane);
      if (lane === undefined) lanes.set(each.lane, [each]);
      else lane.push(each);
    }
    await pLimit(AT_ONCE).map([...lanes.values()].slice(0, ROUND), async (lane) => {
      if (!this.#mustPause()) await this.#sendFirst(lane);
    });
  }

  /** Sends the first delivery of a lane. The others wait for it, also in the table if it is postponed. */
  async #sendFirst(lane: readonly Delivery[]): Promise<void> {
    const [first] = await waitingIn(this.#parts.table, lane[0]?.lane ?? '', 1);
    if (first === undefined) return;
    const now = this.#parts.clock();
    const isDue = lane.some(({ _id }) => _id === first._id);
    const tried = isDue ? await this.#try(first) : first;
    if (tried === undefined) return;
    const postponed = tried.nextAt === null ? [] : lane.filter(({ _id }) => _id !== first._id);
    const until = new Date(tried.nextAt ?? now);
    await this.#write([...(isDue ? [tried] : []), ...postponed.map((each) => dueAt(each, until))]);
  }

  /** The delivery after an attempt; undefined if there was none, or if it has become pointless. */
  async #try(delivery: Delivery): Promise<Delivery | undefined> {
    const { post, bodyOf, onUnwritable, onGone, clock, signal } = this.#parts;
    let outcome: Attempt;
    try {
      const body = await bodyOf(delivery);
      if (body === undefined) {
        await this.#write([], [delivery]);
        return undefined;
      }
      const headers = signedHeaders(this.#endpoint, delivery.eventId, body, clock());
      outcome = await post(this.#endpoint.url, headers, body, signal);
      if (outcome.status === GONE) await onGone(this.#endpoint);
    } catch (error) {
      // The event store is away, and comes back.
      if (isUnavailable(error)) {
        this.#pausedUntil = this.#now() + FIRST_PAUSE_MS;
        return undefined;
      }
      onUnwritable(delivery, error);
      outcome = NOT_TRIED;
    }
    // The process ends: the delivery waits for the next one.
    if (signal.aborted) return undefined;
    const attempted = { ...delivery, attempts: delivery.attempts + 1 };
    if (outcome.problem !== null) return this.#failed(attempted, outcome);
    this.#failures = 0;
    return this.#tried(attempted, 'DELIVERED', outcome);
  }

  #failed(delivery: Delivery, outcome: Attempt): Delivery {
    const now = this.#now();
    this.#pause(outcome, now);
    if (outcome.status === GONE || this.#isOld(delivery.at)) return this.#tried(delivery, 'DEAD', outcome);
    const pause = PAUSES_MS[Math.min(delivery.attempts, PAUSES_MS.length) - 1] ?? 0;
    return this.#tried(delivery, 'RETRYING', outcome, new Date(Math.max(now + pause, this.#pausedUntil)));
  }

  /** A busy receiver says when it wants the next message; otherwise several failures in a row make a pause. */
  #pause(outcome: Attempt, now: number): void {
    // Says nothing about the receiver.
    if (outcome === NOT_TRIED) return;
    this.#lastFailure = outcome;
    this.#failures += 1;
    const backoff = FIRST_PAUSE_MS * 2 ** Math.min(10, this.#failures - PATIENCE);
    const pause = this.#failures >= PATIENCE ? Math.min(LONGEST_ENDPOINT_PAUSE_MS, backoff) : 0;
    const requested = Math.min(outcome.retryAfterMs ?? 0, GIVEN_UP_AFTER_MS);
    this.#pausedUntil = Math.max(this.#pausedUntil, now + Math.max(pause, requested));
  }

  /** If the endpoint does not answer, messages need no attempt of their own. */
  #isHopeless({ isRequested }: Delivery): boolean {
    return !this.#endpoint.enabled || (this.#failures > 0 && !isRequested);
  }

  #isOld(at: string): boolean {
    return this.#now() - Date.parse(at) >= GIVEN_UP_AFTER_MS;
  }

  #tried(delivery: Delivery, state: Delivery['state'], { status, problem }: Attempt, next?: Date): Delivery {
    const nextAt = next?.toISOString() ?? null;
    const triedAt = this.#parts.clock().toISOString();
    const tried = { ...delivery, isRequested: false, state, status, problem, triedAt, nextAt, due: null };
    return next === undefined ? tried : dueAt(tried, next);
  }

  /** An attempt whose outcome cannot be written is not repeated before that: the disk may be full. */
  async #write(changed: readonly Delivery[], removed?: readonly Delivery[]): Promise<void> {
    const { write, onFailure, signal } = this.#parts;
    if (this.#isRemoved) return;
    const again = { firstRetryMs: SECOND, longestRetryMs: MINUTE, signal, onFailure };
    await write(changed, removed).catch((error: unknown) => {
      onFailure(error);
      return retry(() => write(changed, removed), again);
    });
  }
}
