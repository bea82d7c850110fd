import { createHash, randomBytes } from 'node:crypto';
import { DomainError } from '@volant/infra/errors/domain-error';
import { LONGEST_REFERENCE } from '@volant/proto/text/lengths';
import { linkTokenIn } from '@volant/proto/text/link-token';
import { type Caller, type CommandPorts, findPage, sendToPage, settled } from '../page/commands/page-commands.ts';
import { pageOfCard } from '../page/commands/page-of-card.ts';
import type { PageRecord } from '../page/view/page-queries.ts';
import { hasOtherCards, ownPage, refuseOtherCards, withoutPictures } from './commands.ts';
import { limitFailures } from './limit-failures.ts';

/** A link to hand a page over is valid this long. */
export const HANDOVER_MS = 7 * 24 * 60 * 60 * 1000;

/**
 * Makes a link by which another account may take the page over, without its content. A link made before ends.
 * @returns the token for the link; only its hash is stored
 */
export async function offerHandover(ports: CommandPorts, reference: string, caller: Caller) {
  const { page } = await ownPage(ports, reference, caller);
  await refuseOtherCards(ports, page.uid);
  const secret = randomBytes(32).toString('base64url');
  const at = ports.clock();
  const expiresAt = new Date(at.getTime() + HANDOVER_MS).toISOString();
  const data = { actor: caller.actor, at: at.toISOString(), secretHash: hashOf(secret), expiresAt };
  await settled(await sendToPage(ports, page.uid, { type: 'OfferHandover', data }, caller), ports);
  return { token: `${page.publicId}.${secret}`, expiresAt };
}

export async function withdrawHandover(ports: CommandPorts, reference: string, caller: Caller): Promise<PageRecord> {
  const { page } = await ownPage(ports, reference, caller);
  const data = { actor: caller.actor, at: ports.clock().toISOString() };
  const handled = await sendToPage(ports, page.uid, { type: 'WithdrawHandover', data }, caller);
  return pageOfCard(ports, await settled(handled, ports));
}

/**
 * Makes the caller the owner of the page that the link is for; of two callers, the first one. A card that was added
 * after the link was made blocks it: its owner would lose that card without consent.
 */
export async function acceptHandover(ports: CommandPorts, token: string, caller: Caller): Promise<PageRecord> {
  const [id = '', secret = ''] = token.length > LONGEST_REFERENCE ? [] : linkTokenIn(token).split('.');
  return limitFailures(ports, caller, async () => {
    const present = await findPage(ports, id);
    const uid = present?.page.uid;
    if (uid === undefined || (await hasOtherCards(ports, uid))) throw new DomainError('HANDOVER_NOT_FOUND');
    const data = { userId: caller.actor.userId, secretHash: hashOf(secret), at: ports.clock().toISOString() };
    const send = () => sendToPage(ports, uid, { type: 'AcceptHandover', data }, caller);
    return withoutPictures(ports, uid, caller, send);
  });
}

function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}
