import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { PageRenderer } from '@volant/proto/rendering/page-renderer';

/** @throws if the web client has not been built */
export async function loadRenderer(webRoot: string): Promise<PageRenderer> {
  return (await import(pathToFileURL(join(webRoot, 'server/render.js')).href)) as PageRenderer;
}
