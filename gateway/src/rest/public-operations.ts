import { z } from 'zod';
import { GRAPHQL_RESPONSE } from '../graphql/media-type.ts';
import { GraphqlOperation } from '../graphql/operation-body.ts';
import { siteSchema } from '../static/operator-site.ts';
import { PublicPage } from './answers.ts';
import { IdParams } from './inputs.ts';
import { Collected, Event, GraphqlAnswer, GraphqlRefusal, Health, Readiness } from './public-shapes.ts';
import type { RestRegistrar } from './route.ts';

/** Describes the paths that are answered without GraphQL: the two requests of a scan, files, and health checks. */
export function describePublic({ describe }: RestRegistrar): void {
  describe({
    id: 'readPublicPage',
    tag: 'public',
    summary: 'Read what a page shows a passenger.',
    access: 'anyone',
    codes: ['PAGE_NOT_FOUND', 'CARD_LOST', 'CARD_REPLACED'],
    method: 'GET',
    url: '/api/public/pages/:id',
    params: IdParams,
    answer: PublicPage,
  });
  describe({
    id: 'collectEvents',
    tag: 'public',
    summary: 'Record a view or a click, or up to 50 of them at once.',
    access: 'anyone',
    codes: ['CROSS_SITE', 'ITEM_NOT_FOUND', 'PAGE_NOT_FOUND', 'PAGE_NOT_SHOWN', 'TOO_MANY_REQUESTS'],
    method: 'POST',
    url: '/api/public/events',
    body: z.union([Event, z.object({ events: z.array(Event).min(1).max(50) })]),
    answer: Collected,
    status: 202,
  });
  describe({
    id: 'openPage',
    tag: 'public',
    summary: 'Open a driver’s page.',
    access: 'anyone',
    codes: ['PAGE_NOT_FOUND'],
    method: 'GET',
    url: '/d/:id',
    params: IdParams,
    anyQuery: true,
    answer: z.string(),
    produces: 'text/html',
    redirects: 'The id is a former one of the page.',
    // The client shows its own not-found text.
    refusals: { 404: { schema: z.string(), produces: 'text/html' } },
  });
  describe({
    id: 'readPageCode',
    tag: 'public',
    summary: 'Download the QR code that leads to a driver’s page.',
    access: 'anyone',
    codes: ['PAGE_NOT_FOUND'],
    method: 'GET',
    url: '/d/:id/qr.svg',
    params: IdParams,
    anyQuery: true,
    answer: z.string(),
    produces: 'image/svg+xml',
    refusals: { 404: { schema: z.string(), produces: 'text/html' } },
  });
  describe({
    id: 'readLinkPicture',
    tag: 'public',
    summary: 'Download the picture that other sites show beside a link to a page that search engines may list.',
    access: 'anyone',
    codes: ['PAGE_NOT_FOUND'],
    method: 'GET',
    url: '/d/:id/card.jpg',
    params: IdParams,
    anyQuery: true,
    answer: z.string(),
    produces: 'image/jpeg',
    redirects: 'The picture cannot be drawn at the moment.',
    refusals: { 404: { schema: z.string(), produces: 'text/html' } },
  });
  describe({
    id: 'readContactFile',
    tag: 'public',
    summary: 'Download a driver’s contact as a vCard 3.0, with the photo.',
    access: 'anyone',
    codes: ['PAGE_NOT_FOUND'],
    method: 'GET',
    url: '/d/:id.vcf',
    params: IdParams,
    anyQuery: true,
    answer: z.string(),
    produces: 'text/vcard',
    refusals: { 404: { schema: z.string(), produces: 'text/html' } },
  });
  describe({
    id: 'readHealth',
    tag: 'service',
    summary: 'Learn whether the process is alive.',
    access: 'anyone',
    method: 'GET',
    url: '/health',
    anyQuery: true,
    answer: Health,
  });
  describe({
    id: 'readReadiness',
    tag: 'service',
    summary: 'Learn whether the process takes requests; 503 otherwise.',
    access: 'anyone',
    method: 'GET',
    url: '/ready',
    anyQuery: true,
    answer: Readiness,
    refusals: { 503: { schema: Readiness } },
  });
  describe({
    id: 'readSite',
    tag: 'public',
    summary: 'Read the operator’s shop, social addresses and company.',
    access: 'anyone',
    method: 'GET',
    url: '/site.json',
    anyQuery: true,
    answer: siteSchema,
  });
  describe({
    id: 'readUpload',
    tag: 'public',
    summary: 'Download a picture.',
    access: 'anyone',
    codes: ['NOT_FOUND'],
    method: 'GET',
    url: '/uploads/*',
    anyQuery: true,
    params: z.strictObject({ '*': z.string() }),
    answer: z.string(),
    produces: 'image/*',
  });
  describe({
    id: 'queryGraph',
    tag: 'service',
    summary:
      'Run a GraphQL operation; the schema is in docs/api/schema.graphql. A picture is sent by the GraphQL multipart request specification.',
    access: 'anyone',
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
    idempotent: true,
    method: 'POST',
    url: '/graphql',
    anyQuery: true,
    body: GraphqlOperation,
    answer: GraphqlAnswer,
    alsoProduces: GRAPHQL_RESPONSE,
    refusals: { all: { schema: GraphqlRefusal } },
  });
  describe({
    id: 'readApiDescription',
    tag: 'service',
    summary: 'Read this description (OpenAPI 3.1).',
    access: 'anyone',
    method: 'GET',
    url: '/api/openapi.json',
    anyQuery: true,
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
    access: 'anyone',
    method: 'GET',
    url: '/api/docs',
    anyQuery: true,
    answer: z.string(),
    produces: 'text/html',
  });
}
