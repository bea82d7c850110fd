import { call } from './client.ts';
import { type PublicPage, publicPageSchema } from './shapes.ts';

/** Reads the public part of a page. */
export function readPublicPage(id: string, signal: AbortSignal): Promise<PublicPage> {
  const path = `/api/public/pages/${encodeURIComponent(id)}`;
  return call(path, { answer: publicPageSchema, on401: 'answer', signal });
}
