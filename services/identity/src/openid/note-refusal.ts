import type { DomainError } from '@volant/infra/errors/domain-error';
import { type Decider, handleCommand } from '@volant/infra/event-store/command-handler';
import type { RequestOrigin as Caller } from '@volant/infra/graphql/request-origin';
import type { IdentityParts } from '../user/commands/parts.ts';
import { issuerDigest } from '../user/domain/account-keys.ts';
import { type RefusalEvent, refusalCodec, refusalStream } from './events.ts';

/** Repetitions within this time are not written. */
const QUIET_FOR_MS = 60 * 60 * 1000;

interface NoteRefusal {
  readonly type: 'NoteRefusal';
  readonly data: { readonly code: string; readonly at: string };
}

type Latest = RefusalEvent['data'] | null;

export const refusals: Decider<Latest, NoteRefusal, RefusalEvent> = {
  initialState: null,
  decide({ data: { code, at } }, latest) {
    const isNew = latest?.code !== code || Date.parse(at) - Date.parse(latest.refusedAt) >= QUIET_FOR_MS;
    return isNew ? [{ type: 'IssuerSignInRefused', data: { code, refusedAt: at } }] : [];
  },
  evolve: (_, { data }) => data,
};

/** Notes that a person whom the issuer has signed in was refused here, for those who look into it. */
export async function noteRefusal(
  { store, clock, newId, log }: IdentityParts,
  person: { readonly issuer: string; readonly subject: string },
  { code }: DomainError,
  { correlationId }: Caller,
): Promise<void> {
  const digest = issuerDigest(person.issuer, person.subject);
  log.warn({ code, person: digest, correlationId }, 'a sign-in through the issuer was refused');
  const at = clock();
  const command: NoteRefusal = { type: 'NoteRefusal', data: { code, at: at.toISOString() } };
  const context = { commandId: newId(), meta: { actor: 'issuer', correlationId }, at };
  await handleCommand(store, refusals, refusalCodec, refusalStream(digest), command, context, newId);
}
