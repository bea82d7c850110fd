import type { Keep } from '../keep-offline.ts';

/** Begins the name of a cache that contains one page with its files; a page is replaced and removed as a whole. */
const PREFIX = 'volant-page ';
const MOST_PAGES = 12;
const LARGEST_FILE = 1024 * 1024;

/** The page that an address is about. Ids are the same in any letter case, and `.html` is no part of them. */
export function placeOf(address: string): string {
  return new URL(address, location.origin).pathname.toLowerCase().replace(/\.html$/, '');
}

/** The address under which a document is stored: only the language tells documents of a page apart. */
function keyOf(address: string): string {
  const language = new URL(address, location.origin).searchParams.get('lang');
  return placeOf(address) + (language === null ? '' : `?lang=${language}`);
}

/** The stored document, if need be in another language. */
export async function copyOf(address: string): Promise<Response | undefined> {
  const name = PREFIX + placeOf(address);
  if (!(await caches.has(name))) return undefined;
  const cache = await caches.open(name);
  return (await cache.match(keyOf(address))) ?? cache.match(placeOf(address), { ignoreSearch: true });
}

export async function dropCopy(address: string): Promise<void> {
  await caches.delete(PREFIX + placeOf(address));
}

/** A cached file of any page. */
export function cachedFile(address: string): Promise<Response | undefined> {
  return caches.match(address, { ignoreVary: true });
}

/** Keeps a page with its files, in place of an earlier copy; the page that was opened longest ago gives way. */
export async function keepPage({ documents, files }: Keep): Promise<void> {
  const [address] = documents;
  if (address === undefined) return;
  const fetched = await Promise.all(documents.map(fetchAgain));
  if (!fetched.every(({ ok, redirected }) => ok && !redirected)) return;
  const entries = await Promise.all(files.map(async (file) => [file, await fetchFile(file)] as const));
  await dropCopy(address);
  const cache = await caches.open(PREFIX + placeOf(address));
  await Promise.all(entries.map(async ([file, response]) => response && cache.put(file, response)));
  // Last, so that a document that is found has its files.
  await Promise.all(documents.map((document, index) => cache.put(keyOf(document), fetched[index] as Response)));
  const pages = (await caches.keys()).filter((name) => name.startsWith(PREFIX));
  await Promise.all(pages.slice(0, -MOST_PAGES).map((name) => caches.delete(name)));
}

/** The page has just loaded it, so it usually comes from the browser's own cache. */
function fetchAgain(address: string): Promise<Response> {
  return fetch(address, { cache: 'force-cache', headers: { accept: 'text/html,*/*' } });
}

/** A page without one of its files is better than none. */
async function fetchFile(address: string): Promise<Response | undefined> {
  try {
    const response = (await cachedFile(address)) ?? (await fetchAgain(address));
    const { size } = await response.clone().blob();
    return response.ok && size <= LARGEST_FILE ? response : undefined;
  } catch {
    return undefined;
  }
}
