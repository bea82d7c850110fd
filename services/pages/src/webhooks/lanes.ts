import type { Occurrence } from './endpoints.ts';

/** A message for an endpoint. */
export interface Waiting extends Occurrence {
  /** Messages of a lane are sent one after another: a page's changes arrive in their order. */
  readonly lane: string;
  /** Position of the commit that asked for the message. */
  readonly position: number;
  attempts: number;
}

/** Messages waiting for one endpoint. Only the first of each lane may be sent. */
export class Lanes {
  readonly #lanes = new Map<string, Waiting[]>();
  /** Lanes whose first message can be sent now, and those that wait until a time. Others are being sent. */
  readonly #ready = new Set<string>();
  readonly #later = new Map<string, number>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  add(message: Waiting): void {
    const lane = this.#lanes.get(message.lane) ?? [];
    lane.push(message);
    this.#size += 1;
    if (lane.length > 1) return;
    this.#lanes.set(message.lane, lane);
    this.#ready.add(message.lane);
  }

  find(lane: string, eventId: string): Waiting | undefined {
    return this.#lanes.get(lane)?.find((message) => message.eventId === eventId);
  }

  /** A message to send now. It stays the first of its lane until `remove` or `postpone`. */
  take(now: number): Waiting | undefined {
    const [due] = [...this.#later].find(([, at]) => at <= now) ?? [];
    const [lane = due] = due === undefined ? this.#ready : [];
    if (lane === undefined) return undefined;
    this.#ready.delete(lane);
    this.#later.delete(lane);
    return this.#lanes.get(lane)?.[0];
  }

  remove(message: Waiting): void {
    const lane = this.#lanes.get(message.lane) ?? [];
    const place = lane.indexOf(message);
    if (place < 0) return;
    lane.splice(place, 1);
    this.#size -= 1;
    if (place > 0) return;
    this.#later.delete(message.lane);
    if (lane.length > 0) this.#ready.add(message.lane);
    else {
      this.#ready.delete(message.lane);
      this.#lanes.delete(message.lane);
    }
  }

  postpone(message: Waiting, until: number): void {
    const { lane } = message;
    if (this.#lanes.get(lane)?.[0] !== message) return;
    this.#ready.delete(lane);
    this.#later.set(lane, until);
  }

  /** Messages from before a time, without those being sent. */
  olderThan(time: string): readonly Waiting[] {
    return [...this.#ready, ...this.#later.keys()].flatMap((lane) =>
      (this.#lanes.get(lane) ?? []).filter(({ at }) => at < time),
    );
  }

  /** When the next postponed message is due. */
  nextAt(): number {
    return [...this.#later.values()].reduce((soonest, at) => Math.min(soonest, at), Number.POSITIVE_INFINITY);
  }

  hasReady(): boolean {
    return this.#ready.size > 0;
  }

  firstPosition(): number {
    let first = Number.POSITIVE_INFINITY;
    for (const [message] of this.#lanes.values()) first = Math.min(first, message?.position ?? first);
    return first;
  }
}
