import { DomainError } from '@volant/infra/errors/domain-error';
import { z } from 'zod';

/** Where a list goes on: after this message. */
export interface Cursor {
  readonly receivedAt: string;
  readonly messageId: string;
}

const shape = z.tuple([z.iso.datetime(), z.string().min(1).max(64)]);

export function cursorOf({ receivedAt, messageId }: Cursor): string {
  return Buffer.from(JSON.stringify([receivedAt, messageId])).toString('base64url');
}

/** @throws DomainError VALIDATION_FAILED */
export function parseCursor(text: string): Cursor {
  const [receivedAt, messageId] = read(text);
  return { receivedAt, messageId };
}

function read(text: string): z.infer<typeof shape> {
  try {
    return shape.parse(JSON.parse(Buffer.from(text.slice(0, 300), 'base64url').toString()));
  } catch {
    throw new DomainError('VALIDATION_FAILED', { field: 'after' });
  }
}
