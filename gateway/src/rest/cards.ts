import { text } from '@volant/infra/text/outside-text';
import { z } from 'zod';
import { fixedOperation } from '../supergraph/graph.ts';
import type { Operations } from '../supergraph/operations.generated.ts';
import { succeeded } from './answers.ts';
import { fieldsOf } from './graph-shapes.ts';
import { requiredText } from './inputs.ts';
import { PageClaimed } from './pages.ts';
import { type RestRegistrar, routesWith } from './route.ts';

const CARDS = 'id address handoverUntil cards { id status since addedAt version }';

const pageCards = fixedOperation(`query RestPageCards($id: ID!) { page(id: $id) { ${CARDS} } }`);
const reportCardLost = fixedOperation(`mutation RestReportCardLost($id: ID!, $expectedVersion: Int) {
  reportCardLost(id: $id, expectedVersion: $expectedVersion) { ${CARDS} }
}`);
const reportCardFound = fixedOperation(`mutation RestReportCardFound($id: ID!, $expectedVersion: Int) {
  reportCardFound(id: $id, expectedVersion: $expectedVersion) { ${CARDS} }
}`);
const addCard = fixedOperation(
  `mutation RestAddCard($id: ID!, $card: ID!) { addCard(id: $id, card: $card) { ${CARDS} } }`,
);
const replaceCard = fixedOperation(`mutation RestReplaceCard($id: ID!, $by: ID!, $expectedVersion: Int) {
  replaceCard(id: $id, by: $by, expectedVersion: $expectedVersion) { ${CARDS} }
}`);
const releasePage = fixedOperation(`mutation RestReleasePage($id: ID!, $expectedVersion: Int) {
  releasePage(id: $id, expectedVersion: $expectedVersion) { id }
}`);
const offerHandover = fixedOperation(
  'mutation RestOfferHandover($id: ID!) { offerHandover(id: $id) { token expiresAt } }',
);
const withdrawHandover = fixedOperation(
  `mutation RestWithdrawHandover($id: ID!) { withdrawHandover(id: $id) { ${CARDS} } }`,
);
const acceptHandover = fixedOperation(
  'mutation RestAcceptHandover($token: String!) { acceptHandover(token: $token) { id } }',
);

const { id, ...ofCards } = fieldsOf(pageCards, 'page');
/** The cards that lead to a page, its own first. */
const Cards = z.strictObject({ page: z.strictObject({ id }), ...ofCards }).meta({ id: 'Cards' });
const PageReleased = succeeded('PageReleased', fieldsOf(releasePage, 'releasePage'));
const HandoverOffered = succeeded('HandoverOffered', fieldsOf(offerHandover, 'offerHandover'));

/** The id of a card in any spelling, or its URL. */
const CardReference = text(500).min(1);

const TAKES_CARD = ['PAGE_ALREADY_CLAIMED', 'PAGE_INACTIVE', 'CARD_LIMIT_REACHED', 'TOO_MANY_REQUESTS'];

/** The life of a card in its driver's hand: lost, found, added, replaced, given back, handed over. */
export function registerCards(register: RestRegistrar): void {
  const route = routesWith(register, { tag: 'pages', access: 'page-owner' });
  route({
    id: 'listCards',
    summary: 'List the cards that lead to a page.',
    codes: ['PAGE_NOT_FOUND'],
    answer: Cards,
    endpoint: 'GET /api/pages/:id/cards',
    handle: async ({ params, ask }) => restCards(await ask(pageCards, params)),
  });
  route({
    id: 'addCard',
    summary: 'Claim an unclaimed card into a page, to which it leads from now on.',
    codes: ['PAGE_NOT_FOUND', ...TAKES_CARD],
    answer: Cards,
    endpoint: 'POST /api/pages/:id/cards',
    body: z.strictObject({ card: CardReference }),
    handle: async ({ params, body, ask }) => restCards(await ask(addCard, { ...params, ...body })),
  });
  route({
    id: 'reportCardLost',
    summary: 'Report a card lost: it shows that and nothing else, until it is found.',
    codes: ['PAGE_NOT_FOUND', 'PAGE_CHANGED', 'CARD_REPLACED', 'TOO_MANY_CHANGES'],
    conditional: true,
    answer: Cards,
    endpoint: 'POST /api/pages/:id/lost',
    handle: async ({ params, expectedVersion, ask }) =>
      restCards(await ask(reportCardLost, { ...params, expectedVersion })),
  });
  route({
    id: 'reportCardFound',
    summary: 'Put a lost card back into use.',
    codes: ['PAGE_NOT_FOUND', 'PAGE_CHANGED', 'CARD_REPLACED', 'TOO_MANY_CHANGES'],
    conditional: true,
    answer: Cards,
    endpoint: 'POST /api/pages/:id/found',
    handle: async ({ params, expectedVersion, ask }) =>
      restCards(await ask(reportCardFound, { ...params, expectedVersion })),
  });
  route({
    id: 'replaceCard',
    summary: 'Claim an unclaimed card into the page of an old one, and retire the old one for good.',
    codes: ['PAGE_NOT_FOUND', 'PAGE_CHANGED', 'CARD_REPLACED', ...TAKES_CARD],
    conditional: true,
    answer: Cards,
    endpoint: 'POST /api/pages/:id/replace',
    body: z.strictObject({ by: CardReference }),
    handle: async ({ params, body, expectedVersion, ask }) =>
      restCards(await ask(replaceCard, { ...params, ...body, expectedVersion })),
  });
  route({
    id: 'releasePage',
    summary: 'Give a page or an added card up: its content is erased, and anybody who has the card may claim it.',
    codes: ['PAGE_NOT_FOUND', 'PAGE_CHANGED', 'PAGE_HAS_CARDS', 'TOO_MANY_CHANGES'],
    conditional: true,
    answer: PageReleased,
    endpoint: 'DELETE /api/pages/:id/claim',
    handle: async ({ params, expectedVersion, ask }) => await ask(releasePage, { ...params, expectedVersion }),
  });
  route({
    id: 'offerHandover',
    summary: 'Make a link to hand a page over, without its content; valid for 7 days and once.',
    codes: ['PAGE_NOT_FOUND', 'PAGE_HAS_CARDS', 'PAGE_DEACTIVATED', 'CARD_LOST', 'CARD_REPLACED', 'TOO_MANY_CHANGES'],
    answer: HandoverOffered,
    // A retry makes a new link, and ends the one before.
    endpoint: 'PUT /api/pages/:id/handover',
    handle: ({ params, ask }) => ask(offerHandover, params),
  });
  route({
    id: 'withdrawHandover',
    summary: 'End the link to hand a page over.',
    codes: ['PAGE_NOT_FOUND', 'TOO_MANY_CHANGES'],
    answer: Cards,
    endpoint: 'DELETE /api/pages/:id/handover',
    handle: async ({ params, ask }) => restCards(await ask(withdrawHandover, params)),
  });
  route({
    id: 'acceptHandover',
    summary: 'Become the owner of the page that a link is for, with an empty profile.',
    access: 'signed-in',
    codes: ['HANDOVER_NOT_FOUND', 'HANDOVER_OWN', 'TOO_MANY_REQUESTS'],
    answer: PageClaimed,
    endpoint: 'POST /api/handovers/accept',
    body: z.strictObject({ token: requiredText() }),
    handle: async ({ body, ask }) => ({ page: await ask(acceptHandover, body) }),
  });
}

function restCards({ id, ...rest }: Operations['RestPageCards']['data']['page']) {
  return { page: { id }, ...rest };
}
