import { CONTACT_FIELDS, contactCode } from '../../../proto/src/contact/contacts.ts';
import { REGISTER_FIELDS, REGISTERS } from '../../../proto/src/profile/registers.ts';
import type { Peopled } from '../world.ts';
import { pathOfChangedPage } from './cards.ts';
import {
  CHANGES,
  changeOften,
  type MadeRestCall,
  type Operations,
  reused,
  unknownPicture,
  uploads,
} from './operation.ts';

const profile = { name: 'By GraphQL', customFields: [{ name: 'Tarif', value: '50 €' }] };
const pageOf = ({ world }: Peopled) => `/api/pages/${world.pageId}`;

/** Contacts that can be neither called nor opened and numbers that cannot exist, by error code. */
function deadContacts(path?: (there: Peopled) => string): Readonly<Record<string, MadeRestCall>> {
  const dead = (contact: object): MadeRestCall => {
    const body = { displayName: 'X', blocksJson: { name: 'X', ...contact } };
    return (there) => ({ body, ...(path === undefined ? {} : { path: path(there) }) });
  };
  return Object.fromEntries([
    ...CONTACT_FIELDS.map((contact) => [contactCode(contact), dead({ [contact]: 'not a contact' })] as const),
    ...REGISTER_FIELDS.map((register) => [REGISTERS[register].code, dead({ [register]: 'no number' })] as const),
  ]);
}

/** Puts the version before the last change of a page back. */
async function restorable(there: Peopled) {
  const { api, people, world } = there;
  const { token } = people.owner;
  const page = pageOf(there);
  await api('PATCH', page, { displayName: world.fresh() }, token);
  const { changes } = await api('GET', `${page}/history?limit=2`, undefined, token);
  return { path: `${page}/restore`, body: { version: changes[1].version } };
}

export const PAGES: Operations = {
  listMyPages: {
    who: 'signed-in',
    rest: { call: () => ({ path: '/api/pages/mine?limit=1' }) },
    graph: { field: 'Query.myPages' },
  },
  readPage: {
    who: 'page-owner',
    rest: {
      call: (there) => ({ path: pageOf(there) }),
      refusals: { PAGE_NOT_FOUND: (there) => ({ as: 'other', path: pageOf(there) }) },
    },
    graph: {
      field: 'Query.page',
      variables: ({ world }) => ({ id: world.pageId }),
    },
  },
  createPage: {
    who: 'signed-in',
    rest: {
      call: () => ({
        body: {
          displayName: 'Contract',
          state: 'ACTIVE',
          blocksJson: {
            name: 'Contract',
            phone: '+33 6 39 98 00 00',
            displayStyle: 'buttons',
            customFields: [{ name: 'Tarif', value: '50 €', icon: 'money.svg', color: '#22C55E' }],
          },
        },
      }),
      refusals: {
        FORBIDDEN: () => ({ body: { displayName: 'X', blocksJson: { name: 'X' }, state: 'UNCLAIMED' } }),
        NAMES_REQUIRED: () => ({ body: { displayName: 'X' } }),
        ...deadContacts(),
        IMAGE_NOT_FOUND: () => ({
          body: { displayName: 'X', blocksJson: { name: 'X' }, avatar: unknownPicture },
        }),
        IDEMPOTENCY_KEY_REUSED: reused('/api/pages', 'owner', { displayName: 'X', blocksJson: { name: 'X' } }),
        TOO_MANY_CHANGES: async ({ api, world }) => {
          const token = (await world.driver()).token;
          const body = { displayName: 'X', blocksJson: { name: 'X' } };
          await changeOften(CHANGES.createdPages, async () => {
            const { page } = await api('POST', '/api/pages', body, token);
            await api('DELETE', `/api/pages/${page.id}/claim`, undefined, token);
          });
          return { token, body };
        },
        PAGE_LIMIT_REACHED: async ({ world }) => ({
          token: (await world.driver()).token,
          body: { displayName: 'X', blocksJson: { name: 'X' } },
        }),
      },
    },
    graph: {
      field: 'Mutation.createPage',
      variables: () => ({ input: { displayName: 'By GraphQL', state: 'ACTIVE', profile } }),
    },
    repeatable: 'by others',
  },
  updatePage: {
    who: 'page-owner',
    rest: {
      call: (there) => ({ path: pageOf(there), body: { indexable: true } }),
      refusals: {
        PAGE_NOT_FOUND: () => ({ path: '/api/pages/no-such-page', body: {} }),
        PAGE_CHANGED: (there) => ({ path: pageOf(there), body: {}, headers: { 'if-match': '"999"' } }),
        PAGE_DEACTIVATED: async ({ api, people, world }) => {
          const body = { displayName: 'X', blocksJson: { name: 'X' } };
          const { page } = await api('POST', '/api/pages', body, people.owner.token);
          const blocked = { state: 'DEACTIVATED', reason: 'Spam' };
          await api('PATCH', `/api/admin/pages/${page.id}`, blocked, people.admin.token);
          return { path: `/api/pages/${page.id}`, body: { state: 'ACTIVE', displayName: world.fresh() } };
        },
        FORBIDDEN: (there) => ({ path: pageOf(there), body: { state: 'DEACTIVATED' } }),
        NAMES_REQUIRED: (there) => ({ path: pageOf(there), body: { displayName: '' } }),
        ...deadContacts(pageOf),
        IMAGE_NOT_FOUND: (there) => ({ path: pageOf(there), body: { avatar: unknownPicture } }),
        TOO_MANY_CHANGES: async (there) => ({ path: await pathOfChangedPage(there), body: { displayName: 'Y' } }),
      },
    },
    graph: {
      field: 'Mutation.updatePage',
      variables: ({ world }) => ({ id: world.pageId, input: { profile, state: 'ACTIVE', indexable: true } }),
    },
  },
  readPageHistory: {
    who: 'page-owner',
    rest: {
      call: (there) => ({ path: `${pageOf(there)}/history?limit=1` }),
      refusals: {
        PAGE_NOT_FOUND: (there) => ({ as: 'other', path: `${pageOf(there)}/history` }),
        TOO_MANY_REQUESTS: async ({ api, world }) => {
          const token = (await world.driver()).token;
          const body = { displayName: 'X', blocksJson: { name: 'X' } };
          const { page } = await api('POST', '/api/pages', body, token);
          return { token, path: `/api/pages/${page.id}/history` };
        },
      },
    },
    graph: { field: 'Query.pageHistory', variables: ({ world }) => ({ id: world.pageId, first: 1 }) },
  },
  restorePage: {
    who: 'page-owner',
    rest: {
      call: restorable,
      refusals: {
        PAGE_NOT_FOUND: (there) => ({ as: 'other', path: `${pageOf(there)}/restore`, body: { version: 1 } }),
        VERSION_NOT_FOUND: (there) => ({ path: `${pageOf(there)}/restore`, body: { version: 999_999 } }),
        PAGE_CHANGED: async (there) => ({ ...(await restorable(there)), headers: { 'if-match': '"999"' } }),
        NAMES_REQUIRED: async ({ api, people, world }) => {
          const id = await world.unclaimedPage();
          await api('POST', `/api/pages/${id}/claim`, undefined, people.owner.token);
          const [claimed] = (await api('GET', `/api/pages/${id}/history`, undefined, people.owner.token)).changes;
          return { path: `/api/pages/${id}/restore`, body: { version: claimed.version } };
        },
        TOO_MANY_REQUESTS: async ({ api, world }) => {
          const token = (await world.driver()).token;
          const body = { displayName: 'X', blocksJson: { name: 'X' } };
          const { page } = await api('POST', '/api/pages', body, token);
          return { token, path: `/api/pages/${page.id}/restore`, body: { version: 1 } };
        },
        TOO_MANY_CHANGES: async (there) => {
          const path = await pathOfChangedPage(there);
          const { changes } = await there.api('GET', `${path}/history`, undefined, there.people.owner.token);
          return { path: `${path}/restore`, body: { version: changes[1].version } };
        },
      },
    },
    graph: {
      field: 'Mutation.restorePage',
      variables: async (there) => {
        const { body } = await restorable(there);
        return { id: there.world.pageId, version: body.version };
      },
    },
  },
  claimPage: {
    who: 'signed-in',
    rest: {
      call: async ({ world }) => ({ as: 'other', path: `/api/pages/${await world.unclaimedPage()}/claim` }),
      refusals: {
        PAGE_NOT_FOUND: () => ({ path: '/api/pages/no-such-page/claim' }),
        PAGE_ALREADY_CLAIMED: (there) => ({ as: 'other', path: `${pageOf(there)}/claim` }),
        PAGE_INACTIVE: async ({ api, people, world }) => {
          const id = await world.unclaimedPage();
          await api('PATCH', `/api/admin/pages/${id}`, { state: 'INACTIVE' }, people.admin.token);
          return { as: 'other', path: `/api/pages/${id}/claim` };
        },
        TOO_MANY_REQUESTS: async ({ world }) => ({
          token: (await world.driver()).token,
          path: '/api/pages/no-such-page/claim',
        }),
      },
    },
    graph: {
      field: 'Mutation.claimPage',
      variables: async ({ world }) => ({ id: await world.unclaimedPage() }),
    },
  },
  readPageAnalytics: {
    who: 'page-owner',
    rest: {
      call: (there) => ({ path: `${pageOf(there)}/analytics?own=exclude` }),
      refusals: { PAGE_NOT_FOUND: (there) => ({ as: 'other', path: `${pageOf(there)}/analytics` }) },
    },
    graph: {
      query: `query($id: ID!) { page(id: $id) { analytics(withoutOwner: true) {
      summary {
        views clicks
        clickCounts { type count }
        customFields { name count }
      }
      days { date views clicks }
      recentEvents { id type country createdAt }
    } } }`,
      variables: ({ world }) => ({ id: world.pageId }),
    },
  },
  readPageFigures: {
    who: 'page-owner',
    rest: {
      call: (there) => ({ path: `${pageOf(there)}/figures?period=90d&own=exclude` }),
      refusals: { PAGE_NOT_FOUND: (there) => ({ as: 'other', path: `${pageOf(there)}/figures` }) },
    },
    graph: {
      query: `query($id: ID!) { page(id: $id) { analytics(withoutOwner: true, period: QUARTER) {
      summary { views clicks clickCounts { type count } customFields { name count } }
      summaryBefore { views clicks clickCounts { type count } }
      visitors { visitors callers contacts }
      visitorsBefore { visitors callers contacts }
      days { date views clicks visitors }
      sources { source views clicks viewsBefore }
      cards { card { id } views clicks viewsBefore }
      hours { weekday hour views clicks viewsBefore }
      countries { country count countBefore }
      referrers { referrer count countBefore }
      recentEvents { id type customField country createdAt }
    } } }`,
      variables: ({ world }) => ({ id: world.pageId }),
    },
  },
  uploadPageImage: {
    who: 'signed-in',
    rest: uploads('/api/pages/upload-image'),
    graph: { field: 'Mutation.uploadPageImage', picture: true },
    repeatable: 'by others',
  },
};
