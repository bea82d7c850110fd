import * as v from 'valibot';
import { call } from './client.ts';

export interface ContactMessage {
  readonly name: string;
  readonly email: string;
  readonly subject: string;
  readonly message: string;
  /** People leave it empty; what a machine writes here the server drops. */
  readonly homepage?: string;
}

/** Sends a message to the support. */
export async function sendContactMessage(message: ContactMessage): Promise<void> {
  await call('/api/support/contact', { method: 'POST', body: message, answer: v.unknown() });
}
