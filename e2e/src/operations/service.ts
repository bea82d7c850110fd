import { callWithForm, PREFLIGHT, pictureForm, someAddress, uploadForm } from '../api.ts';
import { cardAfter } from './cards.ts';
import { type Operations, unknownPicture } from './operation.ts';

/** What passengers, operators and authors of clients call. */
export const SERVICE: Operations = {
  readHealth: { who: 'anyone', rest: { call: () => ({}) }, graph: 'is for operators' },
  readReadiness: { who: 'anyone', rest: { call: () => ({}) }, graph: 'is for operators' },
  readSite: {
    who: 'anyone',
    rest: { call: () => ({}) },
    graph: 'is a file of the operator, beside the client’s other files',
  },
  readApiDescription: {
    who: 'anyone',
    rest: { call: () => ({}) },
    graph: 'describes REST; the graph describes itself',
  },
  readApiPage: { who: 'anyone', rest: { call: () => ({}) }, graph: 'describes REST; the graph describes itself' },
  queryGraph: {
    who: 'anyone',
    rest: {
      call: () => ({ body: { query: '{ __typename }' } }),
      refusals: {
        GRAPHQL_PARSE_FAILED: () => ({ body: { query: '{' } }),
        GRAPHQL_VALIDATION_FAILED: () => ({ body: { query: '{ nothing }' } }),
        OPERATION_UNKNOWN: () => ({ body: { query: 'query A { __typename }', operationName: 'B' } }),
        OPERATION_TOO_LARGE: () => ({
          body: { query: `{ ${Array.from({ length: 9 }, (_, i) => `a${i}: __typename`).join(' ')} }` },
        }),
        VALIDATION_FAILED: () => ({ body: { query: '{ __typename }' }, headers: { 'idempotency-key': 'two words' } }),
        UPLOAD_WITHOUT_PREFLIGHT: () => ({ as: 'owner', form: uploadForm() }),
        IMAGE_TOO_LARGE: () => ({ as: 'owner', form: uploadForm(Buffer.alloc(8_000_000)), headers: PREFLIGHT }),
        UNAUTHENTICATED: () => ({ form: uploadForm(), headers: PREFLIGHT }),
        PERSISTED_QUERY_NOT_SUPPORTED: () => ({
          body: { extensions: { persistedQuery: { version: 1, sha256Hash: '0'.repeat(64) } } },
        }),
        TOO_MANY_REQUESTS: () => ({ body: { query: '{ __typename }' }, address: someAddress() }),
      },
    },
    graph: 'is the graph',
  },
  openPage: {
    who: 'anyone',
    rest: {
      call: ({ world }) => ({ path: `/d/${world.pageId}` }),
      refusals: { PAGE_NOT_FOUND: () => ({ path: '/d/no-such-page' }) },
    },
    graph: 'is a finished document; `publicPage` has what it shows',
  },
  readPageCode: {
    who: 'anyone',
    rest: {
      call: ({ world }) => ({ path: `/d/${world.pageId}/qr.svg` }),
      refusals: { PAGE_NOT_FOUND: () => ({ path: '/d/no-such-page/qr.svg' }) },
    },
    graph: 'is a picture of the page’s address',
  },
  readLinkPicture: {
    who: 'anyone',
    rest: {
      call: ({ world }) => ({ path: `/d/${world.pageId}/card.jpg` }),
      refusals: { PAGE_NOT_FOUND: () => ({ path: '/d/no-such-page/card.jpg' }) },
    },
    graph: 'is a picture of what `publicPage` has',
  },
  readContactFile: {
    who: 'anyone',
    rest: {
      call: ({ world }) => ({ path: `/d/${world.pageId}.vcf` }),
      refusals: { PAGE_NOT_FOUND: () => ({ path: '/d/no-such-page.vcf' }) },
    },
    graph: 'is a file; `publicPage` has what it contains',
  },
  readUpload: {
    who: 'anyone',
    rest: {
      call: async ({ origin, people }) => {
        const { token } = people.owner;
        const { body } = await callWithForm(origin, '/api/user/upload-avatar', pictureForm(), { token });
        return { path: body.imageUrl };
      },
      refusals: { NOT_FOUND: () => ({ path: unknownPicture }) },
    },
    graph: 'is the picture itself, at the path that the graph gives',
  },
  readPublicPage: {
    who: 'anyone',
    rest: {
      call: ({ world }) => ({ path: `/api/public/pages/${world.pageId}` }),
      refusals: {
        PAGE_NOT_FOUND: () => ({ path: '/api/public/pages/no-such-page' }),
        CARD_LOST: async (there) => ({ path: `/api/public/pages/${await cardAfter('lost', there)}` }),
        CARD_REPLACED: async (there) => ({ path: `/api/public/pages/${await cardAfter('replace', there)}` }),
      },
    },
    graph: {
      field: 'Query.publicPage',
      variables: ({ world }) => ({ id: world.pageId }),
    },
  },
  collectEvents: {
    who: 'anyone',
    rest: {
      call: ({ world }) => ({
        body: { pageId: world.pageId, type: 'VIEW', referrer: 'https://site.example/x', source: 'qr' },
      }),
      refusals: {
        VALIDATION_FAILED: ({ world }) => ({ body: { pageId: world.pageId, type: 'LOOK' } }),
        PAGE_NOT_FOUND: () => ({ body: { pageId: 'no-such-page', type: 'VIEW' } }),
        CROSS_SITE: ({ world }) => ({
          body: { pageId: world.pageId, type: 'VIEW' },
          headers: { origin: 'https://site.example' },
        }),
        ITEM_NOT_FOUND: ({ world: { pageId } }) => ({
          body: { pageId, type: 'CLICK_CUSTOM_FIELD', customData: 'Never there' },
        }),
        PAGE_NOT_SHOWN: async ({ world }) => ({ body: { pageId: await world.unclaimedPage(), type: 'VIEW' } }),
        TOO_MANY_REQUESTS: ({ world }) => ({
          body: { events: Array.from({ length: 50 }, () => ({ pageId: world.pageId, type: 'CLICK_CALL' })) },
          address: someAddress(),
        }),
      },
    },
    graph: {
      field: 'Mutation.collectEvents',
      variables: ({ world: { pageId } }) => ({
        events: [
          { pageId, type: 'VIEW', referrer: 'https://site.example/x', source: 'QR' },
          { pageId, type: 'CLICK_CALL' },
        ],
      }),
    },
  },
};
