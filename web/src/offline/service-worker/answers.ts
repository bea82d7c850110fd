import { cachedFile, copyOf, dropCopy, placeOf } from './copies.ts';

/** Longest wait for the network if there is a copy, in milliseconds. */
const PATIENCE_MS = 4_000;

interface Opening {
  readonly address: string;
  /** The response of the network. */
  readonly network: Promise<Response>;
  /** Opens the address anew where the copy is shown. */
  readonly openAnew: () => Promise<unknown>;
}

/**
 * The document from the network, or its copy if the network fails, is slow, or has only an error of the server.
 * @returns the response, and a promise of the work that remains after it
 */
export function openDocument({ address, network, openAnew }: Opening): {
  readonly answer: Promise<Response>;
  readonly rest: Promise<unknown>;
} {
  // Cloned before the browser reads it.
  const useful = network.then(
    (response) => (response.status < 500 ? { response, twin: response.clone() } : undefined),
    () => undefined,
  );
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, PATIENCE_MS));
  let showsCopy = false;

  async function choose(): Promise<Response> {
    const inTime = await Promise.race([useful, late]);
    if (inTime !== undefined) return inTime.response;
    const copy = await copyOf(address);
    showsCopy = copy !== undefined;
    return copy ?? network;
  }

  /** A page that is not shown any more leaves no copy, and does not stay open from one. */
  async function followUp(): Promise<void> {
    const come = await useful;
    if (come === undefined || (await isPage(address, come.twin))) return;
    await dropCopy(address);
    await answer;
    if (showsCopy) await openAnew();
  }

  const answer = choose();
  return { answer, rest: followUp() };
}

/** The document of a driver's page that is shown names it; an inactive or unclaimed page has the application's. */
async function isPage(address: string, response: Response): Promise<boolean> {
  if (!response.ok) return false;
  return !placeOf(address).startsWith('/d/') || (await response.text()).includes('<body data-page=');
}

/** Files with a hash in their name never change; others are requested first. */
export async function openFile(request: Request): Promise<Response> {
  if (/^\/(?:assets|uploads)\//.test(new URL(request.url).pathname)) {
    return (await cachedFile(request.url)) ?? fetch(request);
  }
  try {
    return await fetch(request);
  } catch (error) {
    const cached = await cachedFile(request.url);
    if (cached === undefined) throw error;
    return cached;
  }
}
