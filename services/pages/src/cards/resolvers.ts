import { requireViewer } from '@volant/infra/auth/guards';
import { sent, sentToPage } from '../page/sent.ts';
import type { MutationResolvers } from '../schema.generated.ts';
import { claimPage } from './claim-page.ts';
import { addCard, giveUpPage, replaceCard, reportCard } from './commands.ts';
import { acceptHandover, offerHandover, withdrawHandover } from './hand-over.ts';

export const Mutation = {
  claimPage: sentToPage(requireViewer, (ports, { id }, caller) => claimPage(ports, id, caller)),
  reportCardLost: sentToPage(requireViewer, (ports, { id, expectedVersion }, caller) =>
    reportCard(ports, 'ReportLost', id, expectedVersion, caller),
  ),
  reportCardFound: sentToPage(requireViewer, (ports, { id, expectedVersion }, caller) =>
    reportCard(ports, 'ReportFound', id, expectedVersion, caller),
  ),
  addCard: sentToPage(requireViewer, (ports, { id, card }, caller) => addCard(ports, id, card, caller)),
  replaceCard: sentToPage(requireViewer, (ports, { id, by, expectedVersion }, caller) =>
    replaceCard(ports, id, by, expectedVersion, caller),
  ),
  releasePage: sent(requireViewer, (ports, { id, expectedVersion }, caller) =>
    giveUpPage(ports, id, expectedVersion, caller),
  ),
  offerHandover: sent(requireViewer, (ports, { id }, caller) => offerHandover(ports, id, caller)),
  withdrawHandover: sentToPage(requireViewer, (ports, { id }, caller) => withdrawHandover(ports, id, caller)),
  acceptHandover: sentToPage(requireViewer, (ports, { token }, caller) => acceptHandover(ports, token, caller)),
} satisfies MutationResolvers;
