import { DomainError } from '@volant/infra/errors/domain-error';
import type { RequestOrigin as Caller } from '@volant/infra/graphql/request-origin';
import { text } from '@volant/infra/text/outside-text';
import { z } from 'zod';
import { askForFactor } from '../user/commands/ask-for-factor.ts';
import { counted, type LoggedIn } from '../user/commands/authentication.ts';
import { openSession } from '../user/commands/open-session.ts';
import type { IdentityParts } from '../user/commands/parts.ts';
import type { Account } from '../user/commands/read-account.ts';
import { challengesOf } from '../user/credentials/challenges.ts';
import { issuerDigest } from '../user/domain/account-keys.ts';
import type { IssuedIdentity, Issuer } from '../user/ports.ts';
import { followRole } from './follow-role.ts';
import { join, joinedAccount } from './join.ts';
import { noteRefusal } from './note-refusal.ts';
import { sealedToken } from './sealed-token.ts';

const FLOW_LASTS_MS = 10 * 60 * 1000;
const flowShape = z.object({ state: text(64), nonce: text(64), verifier: text(128) });

function flowsOf({ sealer, clock }: IdentityParts) {
  return challengesOf(sealer, clock, 'openid flow', flowShape, FLOW_LASTS_MS);
}

/** @throws DomainError ISSUER_OFF */
export function issuerOf({ issuer }: IdentityParts): Issuer {
  if (issuer === undefined) throw new DomainError('ISSUER_OFF');
  return issuer;
}

/** The address that the browser goes to, and what it must send afterwards. */
export async function beginSignIn(parts: IdentityParts, { address: network }: Caller) {
  const issuer = issuerOf(parts);
  await parts.limits.takeIssuer(network);
  const { address, flow } = await issuer.begin();
  return { address, flow: flowsOf(parts).issue(flow) };
}

export interface IssuerAnswer {
  readonly flow: string;
  readonly answer: string;
  /** Mark from an earlier log-in on this device. */
  readonly device?: string | undefined;
}

/** Opens the session of a person whom the issuer has signed in, or asks for the second factor of their account. */
export function finishSignIn(parts: IdentityParts, answer: IssuerAnswer, caller: Caller): Promise<LoggedIn> {
  return counted(parts, open(parts, answer, caller));
}

async function open(parts: IdentityParts, { flow, answer, device: mark }: IssuerAnswer, caller: Caller) {
  const issuer = issuerOf(parts);
  await parts.limits.takeIssuer(caller.address);
  const begun = flowsOf(parts).read(flow);
  if (begun === undefined) throw new DomainError('ISSUER_FLOW_EXPIRED');
  // A flow ends once, also where it fails: its answer may be in a history or a log.
  const isFirst = await parts.cache.setIfAbsent(`openid-flow:${begun.state}`, '1', FLOW_LASTS_MS);
  if (!isFirst) throw new DomainError('ISSUER_FLOW_EXPIRED');
  const identity = await issuer.finish(begun, answer);
  const account = await admit(parts, issuer, identity, caller).catch(async (error: unknown) => {
    const person = { issuer: issuer.address, subject: identity.subject };
    if (error instanceof DomainError) await noteRefusal(parts, person, error, caller);
    throw error;
  });
  const { userId, version: userVersion } = account;
  const device = mark === undefined ? undefined : parts.devices.deviceIn(mark, account);
  const issued = {
    session: identity.sid === undefined ? null : issuerDigest(issuer.address, identity.sid),
    sealed: identity.refreshToken === undefined ? null : sealedToken(parts, userId).seal(identity.refreshToken),
  };
  await askForFactor(parts, account, { userVersion, remember: false, device, issued });
  const { correlationId } = caller;
  const session = { userId, userVersion, remember: false, correlationId, repeatableId: parts.newId(), issued };
  const token = await openSession(parts, session);
  return { token, account, issued: true, device: parts.devices.markFor(account, device) };
}

/**
 * The account of a person whom the issuer has signed in, with the role that the issuer gives.
 * @throws DomainError ISSUER_EMAIL, ISSUER_NO_ROLE, ISSUER_UNPROVED, ISSUER_OTHER_PERSON
 */
async function admit(parts: IdentityParts, issuer: Issuer, identity: IssuedIdentity, caller: Caller): Promise<Account> {
  const { subject, email, role } = identity;
  const person = { issuer: issuer.address, subject };
  const { correlationId } = caller;
  const joined = await joinedAccount(parts, person);
  if (role === 'DRIVER' || email === undefined) {
    // A person who has left the team keeps their account, and loses its role.
    if (joined !== undefined) await followRole(parts, joined, 'DRIVER', correlationId);
    throw new DomainError(role === 'DRIVER' ? 'ISSUER_NO_ROLE' : 'ISSUER_EMAIL', { provider: issuer.name });
  }
  const account = joined ?? (await join(parts, { ...person, email }, caller));
  return followRole(parts, account, role, correlationId);
}
