import { DomainError } from '@volant/infra/errors/domain-error';
import type { Language } from '@volant/proto/text/languages';
import { type EmailChange, openChange } from './email-change.ts';
import { MAX_UNDOS, openUndos, sameAddress } from './email-undo.ts';
import type { UserEvent } from './events.ts';
import type { ActiveUser } from './user.ts';

const CHANGE_LASTS = 24 * 60 * 60 * 1000;
const UNDO_LASTS = 7 * 24 * 60 * 60 * 1000;

/** A requested address, which takes effect when it is confirmed. */
export type EmailRequest = Pick<EmailChange, 'changeId' | 'tokenHash' | 'cancelHash' | 'email'> & {
  readonly mailed: boolean;
};

export interface EmailCommands {
  /** The address has been reserved before. */
  readonly ConfirmEmailChange: {
    readonly tokenHash: string;
    /** Hash of the token in the undo link, which is mailed to the former address. */
    readonly undoHash: string;
    readonly language: Language;
    readonly at: string;
  };
  /** Without `cancelHash`, the signed-in person cancels. */
  readonly CancelEmailChange: { readonly cancelHash?: string; readonly at: string };
  readonly UndoEmailChange: { readonly tokenHash: string; readonly at: string };
}

export function requestEmailChange(request: EmailRequest, language: Language, at: string): readonly UserEvent[] {
  const expiresAt = new Date(Date.parse(at) + CHANGE_LASTS).toISOString();
  return [{ type: 'EmailChangeRequested', data: { ...request, language, requestedAt: at, expiresAt } }];
}

/**
 * The change that this link confirms, if it is still possible.
 * @throws DomainError EMAIL_CHANGE_INVALID, EMAIL_CHANGE_USED, EMAIL_CHANGE_EXPIRED
 */
export function changeToConfirm({ emailChange }: ActiveUser, tokenHash: string, at: string): EmailChange {
  if (emailChange === null || emailChange.tokenHash !== tokenHash) throw new DomainError('EMAIL_CHANGE_INVALID');
  return stillOpen(emailChange, at);
}

function stillOpen(change: EmailChange, at: string): EmailChange {
  if (change.outcome === 'confirmed') throw new DomainError('EMAIL_CHANGE_USED');
  if (change.outcome !== 'open') throw new DomainError('EMAIL_CHANGE_INVALID');
  if (openChange(change, at) === undefined) throw new DomainError('EMAIL_CHANGE_EXPIRED');
  return change;
}

export function confirmEmailChange(
  { tokenHash, undoHash, language, at }: EmailCommands['ConfirmEmailChange'],
  state: ActiveUser,
): readonly UserEvent[] {
  const { changeId, email: to } = changeToConfirm(state, tokenHash, at);
  const { email: from } = state;
  const changed: UserEvent = { type: 'ProfileChanged', data: { email: { from, to }, language, changedAt: at } };
  const open = openUndos(state.emailUndos, at);
  // No undo link if the account returns to an address it had, or already has the most undo links.
  if (open.some((each) => sameAddress(each.email, to)) || open.length >= MAX_UNDOS) return [changed];
  const expiresAt = new Date(Date.parse(at) + UNDO_LASTS).toISOString();
  const undo = { changeId, tokenHash: undoHash, from, to, language, offeredAt: at, expiresAt };
  return [changed, { type: 'EmailUndoOffered', data: undo }];
}

export function cancelEmailChange(
  { cancelHash, at }: EmailCommands['CancelEmailChange'],
  { emailChange }: ActiveUser,
): readonly UserEvent[] {
  if (cancelHash === undefined && openChange(emailChange, at) === undefined) return [];
  if (emailChange === null || (cancelHash !== undefined && emailChange.cancelHash !== cancelHash)) {
    throw new DomainError('EMAIL_CHANGE_INVALID');
  }
  // Already cancelled or void: no change is pending, as requested.
  if (emailChange.outcome === 'cancelled' || emailChange.outcome === 'void') return [];
  return [{ type: 'EmailChangeCancelled', data: { changeId: stillOpen(emailChange, at).changeId, cancelledAt: at } }];
}

export function undoEmailChange(
  { tokenHash, at }: EmailCommands['UndoEmailChange'],
  state: ActiveUser,
): readonly UserEvent[] {
  const undo = state.emailUndos.find((each) => each.tokenHash === tokenHash);
  if (undo === undefined || undo.outcome === 'void') throw new DomainError('EMAIL_UNDO_INVALID');
  if (undo.outcome === 'used') throw new DomainError('EMAIL_UNDO_USED');
  if (Date.parse(at) >= Date.parse(undo.expiresAt)) throw new DomainError('EMAIL_UNDO_EXPIRED');
  const { changeId, email: to } = undo;
  return [{ type: 'EmailChangeUndone', data: { changeId, from: state.email, to, undoneAt: at } }];
}
