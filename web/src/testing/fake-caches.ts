import { vi } from 'vitest';

/** An in-memory Cache API, which jsdom lacks. Entries keep their order, as in browsers. */
export function fakeCaches(): void {
  const caches = new Map<string, Map<string, Response>>();
  const absolute = (request: Request | string) =>
    new URL(typeof request === 'string' ? request : request.url, location.origin).href;

  function find(entries: ReadonlyMap<string, Response>, request: Request | string, ignoreSearch = false) {
    const url = absolute(request);
    const plain = (address: string) => (ignoreSearch ? address.replace(/\?.*/, '') : address);
    const [, response] = [...entries].find(([address]) => plain(address) === plain(url)) ?? [];
    return response?.clone();
  }

  function open(name: string) {
    const entries = caches.get(name) ?? new Map<string, Response>();
    caches.set(name, entries);
    return {
      keys: async () => [...entries.keys()].map((url) => ({ url })),
      match: async (request: Request | string, options?: CacheQueryOptions) =>
        find(entries, request, options?.ignoreSearch),
      put: async (request: string, response: Response) => void entries.set(absolute(request), response),
      delete: async (request: Request | string) => entries.delete(absolute(request)),
    };
  }

  vi.stubGlobal('caches', {
    open: async (name: string) => open(name),
    has: async (name: string) => caches.has(name),
    delete: async (name: string) => caches.delete(name),
    keys: async () => [...caches.keys()],
    match: async (request: string) => [...caches.values()].map((entries) => find(entries, request)).find(Boolean),
  });
}
