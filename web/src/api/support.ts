import * as v from 'valibot';
import { call } from './client.ts';

export interface ContactMessage {
  readonly name: string;
  readonly email: string;
  readonly subject: string;
  readonly message: string;
  /** Honeypot: people leave it empty, and the server drops messages that fill it. */
  readonly homepage?: string;
}

export async function sendContactMessage(message: ContactMessage): Promise<void> {
  await call('/api/support/contact', { method: 'POST', body: message, answer: v.unknown() });
}
