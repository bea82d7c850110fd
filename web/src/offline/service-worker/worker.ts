/*
 * The part of the service worker API that is used here. TypeScript's own declarations of it contradict those of pages,
 * and both are in one program.
 */

interface Extendable extends Event {
  waitUntil(work: Promise<unknown>): void;
}

interface FetchEvent extends Extendable {
  readonly request: Request;
  readonly resultingClientId: string;
  respondWith(answer: Promise<Response>): void;
}

interface Events {
  readonly install: Extendable;
  readonly fetch: FetchEvent;
  readonly message: Extendable & { readonly data: unknown };
  readonly sync: Extendable & { readonly tag: string };
}

interface Worker {
  readonly clients: { get(id: string): Promise<{ navigate(address: string): Promise<unknown> } | undefined> };
  skipWaiting(): Promise<void>;
  addEventListener<Type extends keyof Events>(type: Type, handle: (event: Events[Type]) => void): void;
}

export const worker = globalThis as unknown as Worker;
