import { text } from '@volant/infra/text/outside-text';
import { z } from 'zod';
import { fixedOperation } from '../supergraph/graph.ts';
import type { Operations } from '../supergraph/operations.generated.ts';
import { PageClaimed } from './answers.ts';
import { Cards, HandoverOffered, PageReleased } from './card-answers.ts';
import { IdParams, requiredText } from './inputs.ts';
import { expectedVersion } from './page.ts';
import type { RestRegistrar } from './route.ts';

const CARDS = 'id address handoverUntil cards { id status since addedAt version }';

const pageCards = fixedOperation('RestPageCards', `query RestPageCards($id: ID!) { page(id: $id) { ${CARDS} } }`);
const reportCardLost = fixedOperation(
  'RestReportCardLost',
  `mutation RestReportCardLost($id: ID!, $expectedVersion: Int) {
    reportCardLost(id: $id, expectedVersion: $expectedVersion) { ${CARDS} }
  }`,
);
const reportCardFound = fixedOperation(
  'RestReportCardFound',
  `mutation RestReportCardFound($id: ID!, $expectedVersion: Int) {
    reportCardFound(id: $id, expectedVersion: $expectedVersion) { ${CARDS} }
  }`,
);
const addCard = fixedOperation(
  'RestAddCard',
  `mutation RestAddCard($id: ID!, $card: ID!) { addCard(id: $id, card: $card) { ${CARDS} } }`,
);
const replaceCard = fixedOperation(
  'RestReplaceCard',
  `mutation RestReplaceCard($id: ID!, $by: ID!, $expectedVersion: Int) {
    replaceCard(id: $id, by: $by, expectedVersion: $expectedVersion) { ${CARDS} }
  }`,
);
const releasePage = fixedOperation(
  'RestReleasePage',
  `mutation RestReleasePage($id: ID!, $expectedVersion: Int) {
    releasePage(id: $id, expectedVersion: $expectedVersion) { id }
  }`,
);
const offerHandover = fixedOperation(
  'RestOfferHandover',
  'mutation RestOfferHandover($id: ID!) { offerHandover(id: $id) { token expiresAt } }',
);
const withdrawHandover = fixedOperation(
  'RestWithdrawHandover',
  `mutation RestWithdrawHandover($id: ID!) { withdrawHandover(id: $id) { ${CARDS} } }`,
);
const acceptHandover = fixedOperation(
  'RestAcceptHandover',
  'mutation RestAcceptHandover($token: String!) { acceptHandover(token: $token) { id } }',
);

/** The id of a card in any spelling, or its URL. */
const CardReference = text(500).min(1);
const CardBody = z.strictObject({ card: CardReference });
const ReplaceBody = z.strictObject({ by: CardReference });
const TokenBody = z.strictObject({ token: requiredText() });

const TAKES_CARD = ['PAGE_ALREADY_CLAIMED', 'PAGE_INACTIVE', 'CARD_LIMIT_REACHED', 'TOO_MANY_REQUESTS'];

/** The life of a card in its driver's hand: lost, found, added, replaced, given back, handed over. */
export function registerCards(route: RestRegistrar): void {
  const common = { tag: 'pages', access: 'page-owner', params: IdParams } as const;
  route({
    ...common,
    id: 'listCards',
    summary: 'List the cards that lead to a page.',
    codes: ['PAGE_NOT_FOUND'],
    answer: Cards,
    method: 'GET',
    url: '/api/pages/:id/cards',
    handle: async ({ params, graph, call }) => restCards((await graph.run(pageCards, params, call)).page),
  });
  route({
    ...common,
    id: 'addCard',
    summary: 'Claim an unclaimed card into a page, to which it leads from now on.',
    codes: ['PAGE_NOT_FOUND', ...TAKES_CARD],
    idempotent: true,
    answer: Cards,
    method: 'POST',
    url: '/api/pages/:id/cards',
    body: CardBody,
    async handle({ params: { id }, body: { card }, graph, call }) {
      return restCards((await graph.run(addCard, { id, card }, call)).addCard);
    },
  });
  route({
    ...common,
    id: 'reportCardLost',
    summary: 'Report a card lost: it shows that and nothing else, until it is found.',
    codes: ['PAGE_NOT_FOUND', 'PAGE_CHANGED', 'CARD_REPLACED', 'TOO_MANY_CHANGES'],
    idempotent: true,
    conditional: true,
    answer: Cards,
    method: 'POST',
    url: '/api/pages/:id/lost',
    async handle({ params: { id }, graph, call, request }) {
      const variables = { id, expectedVersion: expectedVersion(request) };
      return restCards((await graph.run(reportCardLost, variables, call)).reportCardLost);
    },
  });
  route({
    ...common,
    id: 'reportCardFound',
    summary: 'Put a lost card back into use.',
    codes: ['PAGE_NOT_FOUND', 'PAGE_CHANGED', 'CARD_REPLACED', 'TOO_MANY_CHANGES'],
    idempotent: true,
    conditional: true,
    answer: Cards,
    method: 'POST',
    url: '/api/pages/:id/found',
    async handle({ params: { id }, graph, call, request }) {
      const variables = { id, expectedVersion: expectedVersion(request) };
      return restCards((await graph.run(reportCardFound, variables, call)).reportCardFound);
    },
  });
  route({
    ...common,
    id: 'replaceCard',
    summary: 'Claim an unclaimed card into the page of an old one, and retire the old one for good.',
    codes: ['PAGE_NOT_FOUND', 'PAGE_CHANGED', 'CARD_REPLACED', ...TAKES_CARD],
    idempotent: true,
    conditional: true,
    answer: Cards,
    method: 'POST',
    url: '/api/pages/:id/replace',
    body: ReplaceBody,
    async handle({ params: { id }, body: { by }, graph, call, request }) {
      const variables = { id, by, expectedVersion: expectedVersion(request) };
      return restCards((await graph.run(replaceCard, variables, call)).replaceCard);
    },
  });
  route({
    ...common,
    id: 'releasePage',
    summary: 'Give a page or an added card up: its content is erased, and anybody who has the card may claim it.',
    codes: ['PAGE_NOT_FOUND', 'PAGE_CHANGED', 'PAGE_HAS_CARDS'],
    conditional: true,
    answer: PageReleased,
    method: 'DELETE',
    url: '/api/pages/:id/claim',
    async handle({ params: { id }, graph, call, request }) {
      const variables = { id, expectedVersion: expectedVersion(request) };
      return { success: true as const, ...(await graph.run(releasePage, variables, call)).releasePage };
    },
  });
  route({
    ...common,
    id: 'offerHandover',
    summary: 'Make a link to hand a page over, without its content; valid for 7 days and once.',
    codes: ['PAGE_NOT_FOUND', 'PAGE_HAS_CARDS', 'PAGE_DEACTIVATED', 'CARD_LOST', 'CARD_REPLACED', 'TOO_MANY_CHANGES'],
    answer: HandoverOffered,
    // A retry makes a new link, and ends the one before.
    method: 'PUT',
    url: '/api/pages/:id/handover',
    async handle({ params, graph, call }) {
      return { success: true as const, ...(await graph.run(offerHandover, params, call)).offerHandover };
    },
  });
  route({
    ...common,
    id: 'withdrawHandover',
    summary: 'End the link to hand a page over.',
    codes: ['PAGE_NOT_FOUND', 'TOO_MANY_CHANGES'],
    answer: Cards,
    method: 'DELETE',
    url: '/api/pages/:id/handover',
    async handle({ params, graph, call }) {
      return restCards((await graph.run(withdrawHandover, params, call)).withdrawHandover);
    },
  });
  route({
    id: 'acceptHandover',
    tag: 'pages',
    summary: 'Become the owner of the page that a link is for, with an empty profile.',
    access: 'signed-in',
    codes: ['HANDOVER_NOT_FOUND', 'TOO_MANY_REQUESTS'],
    idempotent: true,
    answer: PageClaimed,
    method: 'POST',
    url: '/api/handovers/accept',
    body: TokenBody,
    async handle({ body, graph, call }) {
      const { id } = (await graph.run(acceptHandover, body, call)).acceptHandover;
      return { success: true as const, page: { id } };
    },
  });
}

function restCards({ id, ...rest }: Operations['RestPageCards']['data']['page']) {
  return { page: { id }, ...rest };
}
