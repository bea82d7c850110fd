/*
 * The part of the service worker API that is used here. TypeScript's own declarations of it contradict those of pages,
 * and both are in one program.
 */

interface Extendable extends Event {
  waitUntil(work: Promise<unknown>): void;
}

export interface FetchEvent extends Extendable {
  readonly request: Request;
  readonly resultingClientId: string;
  /** The response to a navigation, requested while the worker starts; undefined in browsers without it. */
  readonly preloadResponse: Promise<Response | undefined> | undefined;
  respondWith(answer: Promise<Response>): void;
}

interface Events {
  readonly install: Extendable;
  readonly activate: Extendable;
  readonly fetch: FetchEvent;
  readonly message: Extendable & { readonly data: unknown };
  readonly sync: Extendable & { readonly tag: string };
}

interface Worker {
  readonly registration: ServiceWorkerRegistration;
  readonly clients: { get(id: string): Promise<{ navigate(address: string): Promise<unknown> } | undefined> };
  skipWaiting(): Promise<void>;
  addEventListener<Type extends keyof Events>(type: Type, handle: (event: Events[Type]) => void): void;
}

export const worker = globalThis as unknown as Worker;
