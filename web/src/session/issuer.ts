import * as v from 'valibot';
import { call } from '../api/client.ts';
import { parsed } from '../api/parsed.ts';
import { readJson, removeText, writeJson } from '../browser/storage.ts';
import { type SignedIn, signInAt } from './auth.ts';

const FLOW_KEY = 'openid';
const started = v.object({ address: v.pipe(v.string(), v.regex(/^https?:/)), flow: v.string() });
const kept = v.string();

/** Leaves for the server in which the team signs in. The tab keeps what only it may finish the sign-in with. */
export async function beginAtIssuer(leave = (address: string) => location.assign(address)): Promise<void> {
  const { address, flow } = await call('/api/auth/openid/start', { method: 'POST', answer: started, on401: 'answer' });
  writeJson('session', FLOW_KEY, flow);
  leave(address);
}

/** What the tab has kept; it counts once. Undefined if the sign-in began elsewhere. */
export function takeFlow(): string | undefined {
  const flow = parsed(kept, readJson('session', FLOW_KEY));
  removeText('session', FLOW_KEY);
  return flow;
}

/** @param answer search part of the address that the server redirected to */
export const finishAtIssuer = (flow: string, answer: string): Promise<SignedIn> =>
  signInAt('/api/auth/openid/finish', { flow, answer });
