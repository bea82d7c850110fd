import { isUnavailable } from '@volant/infra/errors/domain-error';
import type { Delivery, DeliveryState } from './deliveries.ts';
import type { Endpoint } from './endpoints.ts';
import { Lanes, type Waiting } from './lanes.ts';
import type { Attempt, PostMessage } from './post.ts';
import { signedHeaders } from './signature.ts';

interface CourierParts {
  readonly post: PostMessage;
  readonly clock: () => Date;
  /** Undefined if the message has become pointless. */
  readonly bodyOf: (message: Waiting) => Promise<string | undefined>;
  /** False: attempts wait. */
  readonly mayTry: () => boolean;
  readonly onTried: (delivery: Delivery) => void;
  /** The message has no body because of an error that will not pass by itself. */
  readonly onUnwritable: (message: Waiting, error: unknown) => void;
  /** The receiver is gone for good. Resolves once the endpoint is disabled. */
  readonly onGone: (endpointId: string) => Promise<void>;
  /** Aborts attempts at the end of the process. */
  readonly signal: AbortSignal;
}

/** Messages to one endpoint at the same time. */
const AT_ONCE = 4;
/** Messages for one endpoint that wait; further ones are dead at once, and can be sent again. */
const MAX_WAITING = 200_000;
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
const LEAST_SLEEP_MS = 20;
const GONE = 410;
const UNWRITABLE: Attempt = { status: null, problem: 'NOT_TRIED' };

/** Sends the messages of one endpoint. */
export class Courier {
  readonly lanes = new Lanes();
  readonly #parts: CourierParts;
  #endpoint: Endpoint;
  #failures = 0;
  #pausedUntil = 0;
  #removed = false;
  #timer: NodeJS.Timeout | undefined;
  readonly #underway = new Set<Promise<void>>();

  constructor(endpoint: Endpoint, parts: CourierParts) {
    this.#endpoint = endpoint;
    this.#parts = parts;
  }

  get endpoint(): Endpoint {
    return this.#endpoint;
  }

  /** A changed address or secret may end the trouble, so it is tried at once. */
  change(endpoint: Endpoint): void {
    if (endpoint === this.#endpoint) return;
    this.#endpoint = endpoint;
    this.#failures = 0;
    this.#pausedUntil = 0;
  }

  /** Ends it without waiting for attempts under way. */
  remove(): void {
    this.#removed = true;
    clearTimeout(this.#timer);
  }

  add(message: Waiting): void {
    if (this.lanes.size >= MAX_WAITING) this.#report(message, 'DEAD', { status: null, problem: 'NOT_TRIED' });
    else this.lanes.add(message);
  }

  /** Follows an outcome that another process, or this one before, has written. */
  settle(delivery: Delivery, lane: string): void {
    const message = this.lanes.find(lane, delivery.eventId);
    if (message === undefined || message.position > delivery.position) return;
    if (delivery.state !== 'RETRYING') this.lanes.remove(message);
    else if (delivery.attempts > message.attempts) {
      message.attempts = delivery.attempts;
      this.lanes.postpone(message, Date.parse(delivery.nextAt ?? delivery.triedAt));
    }
  }

  /** Sends the messages that are due, then schedules itself. */
  sendDue(): void {
    clearTimeout(this.#timer);
    if (this.#removed || !this.#parts.mayTry()) return;
    if (!this.#endpoint.enabled) {
      this.#giveUpOld({ status: null, problem: 'NOT_TRIED' });
      return;
    }
    const now = this.#now();
    while (this.#underway.size < AT_ONCE && this.#pausedUntil <= now) {
      const message = this.lanes.take(now);
      if (message === undefined) break;
      const attempt = this.#try(message).finally(() => {
        this.#underway.delete(attempt);
        this.sendDue();
      });
      this.#underway.add(attempt);
    }
    // The end of an attempt calls again if there is no place now.
    if (this.#underway.size >= AT_ONCE) return;
    const next = Math.max(this.#pausedUntil, this.lanes.hasReady() ? 0 : this.lanes.nextAt());
    if (Number.isFinite(next))
      this.#timer = setTimeout(() => this.sendDue(), Math.max(LEAST_SLEEP_MS, next - now)).unref();
  }

  /** Resolves once no attempt is under way. */
  async settled(): Promise<void> {
    while (this.#underway.size > 0) await Promise.all(this.#underway);
    clearTimeout(this.#timer);
  }

  #now(): number {
    return this.#parts.clock().getTime();
  }

  async #try(message: Waiting): Promise<void> {
    const { post, bodyOf, onUnwritable, onGone, clock, signal } = this.#parts;
    const postpone = (ms: number) => this.lanes.postpone(message, this.#now() + ms);
    let outcome: Attempt;
    try {
      const body = await bodyOf(message);
      if (body === undefined) {
        this.lanes.remove(message);
        return;
      }
      const headers = signedHeaders(this.#endpoint, message.eventId, body, clock());
      outcome = await post(this.#endpoint.url, headers, body, signal);
      if (outcome.status === GONE) await onGone(this.#endpoint.id);
    } catch (error) {
      // The event store is away, and comes back.
      if (isUnavailable(error)) return postpone(FIRST_PAUSE_MS);
      onUnwritable(message, error);
      outcome = UNWRITABLE;
    }
    // The process ends: the message waits for the next one.
    if (signal.aborted) return postpone(0);
    message.attempts += 1;
    if (outcome.problem === null) {
      this.#failures = 0;
      this.lanes.remove(message);
      this.#report(message, 'DELIVERED', outcome);
    } else this.#fail(message, outcome);
  }

  /** A busy receiver says when it wants the next message; otherwise several failures in a row make a pause. */
  #pause(outcome: Attempt, now: number): void {
    // Says nothing about the receiver.
    if (outcome === UNWRITABLE) return;
    this.#failures += 1;
    const backoff = FIRST_PAUSE_MS * 2 ** Math.min(10, this.#failures - PATIENCE);
    const pause = this.#failures >= PATIENCE ? Math.min(LONGEST_ENDPOINT_PAUSE_MS, backoff) : 0;
    const wanted = Math.min(outcome.retryAfterMs ?? 0, GIVEN_UP_AFTER_MS);
    this.#pausedUntil = Math.max(this.#pausedUntil, now + Math.max(pause, wanted));
  }

  #fail(message: Waiting, outcome: Attempt): void {
    const now = this.#now();
    this.#pause(outcome, now);
    const isLast = outcome.status === GONE || now - Date.parse(message.at) >= GIVEN_UP_AFTER_MS;
    if (isLast) {
      this.lanes.remove(message);
      this.#report(message, 'DEAD', outcome);
    } else {
      const pause = PAUSES_MS[Math.min(message.attempts, PAUSES_MS.length) - 1] as number;
      const next = Math.max(now + pause, this.#pausedUntil);
      this.lanes.postpone(message, next);
      this.#report(message, 'RETRYING', outcome, next);
    }
    if (outcome !== UNWRITABLE) this.#giveUpOld(outcome);
  }

  /** The endpoint does not answer, so old messages need no attempt of their own. */
  #giveUpOld(outcome: Attempt): void {
    const before = new Date(this.#now() - GIVEN_UP_AFTER_MS).toISOString();
    for (const message of this.lanes.olderThan(before)) {
      this.lanes.remove(message);
      this.#report(message, 'DEAD', outcome);
    }
  }

  #report(message: Waiting, state: DeliveryState, { status, problem }: Attempt, nextAt?: number): void {
    const { eventId, type, streamId, version, at, position, attempts } = message;
    this.#parts.onTried({
      ...{ endpointId: this.#endpoint.id, eventId, type, streamId, version, at, position, state, attempts, status },
      problem,
      triedAt: this.#parts.clock().toISOString(),
      nextAt: nextAt === undefined ? null : new Date(nextAt).toISOString(),
    });
  }
}
