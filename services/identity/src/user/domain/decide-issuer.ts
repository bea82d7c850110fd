import { DomainError } from '@volant/infra/errors/domain-error';
import type { BreakGlassUsed, UserEvent } from './events.ts';
import type { ActiveUser } from './user.ts';

export interface IssuerCommands {
  /** That the issuer has verified the address of the account is checked before. */
  readonly JoinIssuer: { readonly issuer: string; readonly subject: string; readonly at: string };
  readonly NoteBreakGlass: Pick<BreakGlassUsed['data'], 'language'> & { readonly at: string };
}

/** @throws DomainError ISSUER_UNPROVED, ISSUER_OTHER_PERSON */
export function joinIssuer(
  { issuer, subject, at }: IssuerCommands['JoinIssuer'],
  { issued, emailProvedAt }: Pick<ActiveUser, 'issued' | 'emailProvedAt'>,
): readonly UserEvent[] {
  if (issued?.issuer === issuer) {
    if (issued.subject !== subject) throw new DomainError('ISSUER_OTHER_PERSON');
    return [];
  }
  // A stranger may have opened the account with the person's address, and would share it.
  if (emailProvedAt === null) throw new DomainError('ISSUER_UNPROVED');
  return [{ type: 'IssuerJoined', data: { issuer, subject, joinedAt: at } }];
}

export function noteBreakGlass({ language, at: usedAt }: IssuerCommands['NoteBreakGlass']): readonly UserEvent[] {
  return [{ type: 'BreakGlassUsed', data: { language, usedAt } }];
}
