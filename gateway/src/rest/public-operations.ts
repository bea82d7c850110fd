import { z } from 'zod';
import { GRAPHQL_RESPONSE } from '../graphql/media-type.ts';
import { GraphqlOperation } from '../graphql/operation-body.ts';
import { shownSite } from '../static/operator-site.ts';
import { PublicPage } from './answers.ts';
import { IdParams } from './inputs.ts';
import type { DescribedOperation } from './operation.ts';
import { Collected, Event, GraphqlAnswer, GraphqlRefusal, Health, Readiness } from './public-shapes.ts';
import type { RestRegistrar } from './route.ts';

/** Files about one page. The client shows its own not-found text. */
const OF_PAGE = {
  tag: 'public',
  codes: ['PAGE_NOT_FOUND'],
  params: IdParams,
  answer: z.string(),
  refusals: { 404: { schema: z.string(), produces: 'text/html' } },
} as const;

/** Describes the paths that are answered without GraphQL: the two requests of a scan, files, and health checks. */
export function describePublic(registrar: RestRegistrar): void {
  const describe = (operation: Omit<DescribedOperation, 'access' | 'method'> & Partial<DescribedOperation>) =>
    registrar.describe({ access: 'anyone', method: 'GET', anyQuery: true, ...operation });
  describe({
    id: 'readPublicPage',
    tag: 'public',
    summary: 'Read what a page shows a passenger.',
    codes: ['PAGE_NOT_FOUND', 'CARD_LOST', 'CARD_REPLACED'],
    anyQuery: false,
    url: '/api/public/pages/:id',
    params: IdParams,
    answer: PublicPage,
  });
  describe({
    id: 'collectEvents',
    idempotent: false,
    tag: 'public',
    summary: 'Record a view or a click, or up to 50 of them at once.',
    codes: ['CROSS_SITE', 'ITEM_NOT_FOUND', 'PAGE_NOT_FOUND', 'PAGE_NOT_SHOWN', 'TOO_MANY_REQUESTS'],
    method: 'POST',
    anyQuery: false,
    url: '/api/public/events',
    body: z.union([Event, z.object({ events: z.array(Event).min(1).max(50) })]),
    answer: Collected,
    status: 202,
  });
  describe({
    ...OF_PAGE,
    id: 'openPage',
    summary: 'Open a driver’s page.',
    url: '/d/:id',
    produces: 'text/html',
    redirects: 'The id is a former one of the page.',
  });
  describe({
    ...OF_PAGE,
    id: 'readPageCode',
    summary: 'Download the QR code that leads to a driver’s page.',
    url: '/d/:id/qr.svg',
    produces: 'image/svg+xml',
  });
  describe({
    ...OF_PAGE,
    id: 'readLinkPicture',
    summary: 'Download the picture that other sites show beside a link to a driver’s page.',
    url: '/d/:id/card.jpg',
    produces: 'image/jpeg',
    redirects: 'The picture cannot be drawn at the moment.',
  });
  describe({
    ...OF_PAGE,
    id: 'readContactFile',
    summary: 'Download a driver’s contact as a vCard 3.0, with the photo.',
    url: '/d/:id.vcf',
    produces: 'text/vcard',
  });
  describe({
    id: 'readHealth',
    tag: 'service',
    summary: 'Learn whether the process is alive.',
    url: '/health',
    answer: Health,
  });
  describe({
    id: 'readReadiness',
    tag: 'service',
    summary: 'Learn whether the process takes requests; 503 otherwise.',
    url: '/ready',
    answer: Readiness,
    refusals: { 503: { schema: Readiness } },
  });
  describe({
    id: 'readSite',
    tag: 'public',
    summary: 'Read the operator’s shop, social addresses and company.',
    url: '/site.json',
    answer: shownSite,
  });
  describe({
    id: 'readUpload',
    tag: 'public',
    summary: 'Download a picture.',
    codes: ['NOT_FOUND'],
    url: '/uploads/*',
    params: z.strictObject({ '*': z.string() }),
    answer: z.string(),
    produces: 'image/*',
  });
  describe({
    id: 'queryGraph',
    tag: 'service',
    summary:
      'Run a GraphQL operation; the schema is in docs/api/schema.graphql. A picture is sent by the GraphQL multipart request specification.',
    codes: [
      'GRAPHQL_PARSE_FAILED',
      'GRAPHQL_VALIDATION_FAILED',
      'OPERATION_UNKNOWN',
      'OPERATION_TOO_LARGE',
      'OPERATION_NOT_LISTED',
      'PERSISTED_QUERY_NOT_SUPPORTED',
      'TOO_MANY_REQUESTS',
      'UPLOAD_WITHOUT_PREFLIGHT',
      'IMAGE_TOO_LARGE',
      'UNAUTHENTICATED',
    ],
    method: 'POST',
    url: '/graphql',
    body: GraphqlOperation,
    answer: GraphqlAnswer,
    alsoProduces: GRAPHQL_RESPONSE,
    refusals: { all: { schema: GraphqlRefusal } },
  });
  describe({
    id: 'readApiDescription',
    tag: 'service',
    summary: 'Read this description (OpenAPI 3.1).',
    url: '/api/openapi.json',
    answer: z.looseObject({
      openapi: z.literal('3.1.0'),
      info: z.looseObject({ title: z.string() }),
      paths: z.record(z.string(), z.unknown()),
    }),
  });
  describe({
    id: 'readApiPage',
    tag: 'service',
    summary: 'Read this description in a browser.',
    url: '/api/docs',
    answer: z.string(),
    produces: 'text/html',
  });
}
