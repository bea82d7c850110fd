import { createHmac } from 'node:crypto';
import { takeOfNetworks } from '@volant/infra/cache/network-limit';
import { tooMany } from '@volant/infra/errors/too-many';
import { networksOf } from '@volant/infra/network/networks';
import { mailboxKey } from '@volant/infra/text/email';
import type { CommandPorts } from '../message/commands/message-commands.ts';

export const MESSAGES_PER_HOUR = 5;
const HOUR_MS = 60 * 60 * 1000;

/** For one mailbox. */
export const RECEIPTS_PER_DAY = 1;
const DAY_MS = 24 * HOUR_MS;

type LimitPorts = Pick<CommandPorts, 'cache' | 'settings'>;

/** Limit keys contain no addresses, only a keyed hash. */
function digest({ settings }: LimitPorts, text: string): string {
  return createHmac('sha256', settings.limitSecret).update(text).digest('base64url').slice(0, 32);
}

/** Whether a receipt may be mailed to an address; counts it. */
export async function takeReceipt(ports: LimitPorts, email: string): Promise<boolean> {
  const keys = [`support:receipt:${digest(ports, mailboxKey(email))}`];
  return (await takeOfNetworks(ports.cache, keys, { uses: RECEIPTS_PER_DAY, windowMs: DAY_MS })).allowed;
}

/**
 * Counts a message from a network address. Not per e-mail address, because anyone could type another person's address
 * and lock that person out.
 * @throws DomainError TOO_MANY_MESSAGES
 * @returns function that undoes the count if the message could not be stored
 */
export async function takeMessage(ports: LimitPorts, address: string) {
  const keys = networksOf(address).map((network) => `support:contact-address:${digest(ports, network)}`);
  const uses = MESSAGES_PER_HOUR * (ports.settings.networkLimitsTimes ?? 1);
  const verdict = await takeOfNetworks(ports.cache, keys, { uses, windowMs: HOUR_MS });
  if (!verdict.allowed) throw tooMany(verdict.retryAfterMs, 'TOO_MANY_MESSAGES');
  return verdict.giveBack;
}
