import { CHANGES, changeOften, type Operations, once, reused, unknownId } from './operation.ts';

/** Path of a page for which an administrator has reached the limit of changes. */
const pathOfChangedPage = once(async ({ api, world, people }) => {
  const path = `/api/admin/pages/${await world.unclaimedPage()}`;
  await changeOften(CHANGES.page, (time) =>
    api('PATCH', path, { state: time % 2 === 0 ? 'INACTIVE' : 'UNCLAIMED' }, people.admin.token),
  );
  return path;
});

const roleOf = (id: string, role: string) => ({ path: `/api/admin/users/${id}/role`, body: { role } });

export const ADMINISTRATION: Operations = {
  listPages: {
    who: 'admin',
    rest: { call: () => ({ path: '/api/admin/pages?limit=10000&state=ALL&claimed=ALL' }) },
    graph: {
      field: 'Query.pages',
      variables: ({ people }) => ({ filter: { search: 'x', ownerId: people.owner.id, claimed: 'CLAIMED' } }),
    },
  },
  createPageWithId: {
    who: 'admin',
    rest: {
      call: ({ world, people }) => ({
        body: { pageId: world.fresh(), state: 'ACTIVE', displayName: null, ownerUserId: people.owner.id },
      }),
      refusals: {
        IDEMPOTENCY_KEY_REUSED: async (there) => {
          const pageId = await there.world.unclaimedPage();
          return reused('/api/admin/pages/create', 'admin', { pageId: `${pageId}-2` })(there);
        },
        PAGE_ID_REQUIRED: () => ({ body: { pageId: ' ' } }),
        PAGE_ID_INVALID: () => ({ body: { pageId: 'mine' } }),
        PAGE_ID_TAKEN: ({ world }) => ({ body: { pageId: world.pageId.toUpperCase() } }),
        OWNER_NOT_FOUND: ({ world }) => ({ body: { pageId: world.fresh(), ownerUserId: unknownId } }),
      },
    },
    graph: {
      field: 'Mutation.createPageWithId',
      variables: ({ world }) => ({ input: { id: world.fresh(), state: 'UNCLAIMED' } }),
    },
  },
  createPagesInBulk: {
    who: 'admin',
    rest: {
      call: () => ({ body: { quantity: 3, prefixNote: 'Salon', state: 'ACTIVE' } }),
      refusals: {
        IDEMPOTENCY_KEY_REUSED: reused('/api/admin/pages/bulk', 'admin', { quantity: 1 }),
        QUANTITY_OUT_OF_RANGE: () => ({ body: { quantity: 1001 } }),
        OWNER_NOT_FOUND: () => ({ body: { quantity: 1, ownerUserId: unknownId } }),
      },
    },
    graph: {
      field: 'Mutation.createPages',
      variables: () => ({ input: { quantity: 3, prefixNote: 'By GraphQL', state: 'ACTIVE' } }),
    },
    repeatable: 'by others',
  },
  downloadWorkbook: {
    who: 'admin',
    rest: {
      call: async ({ world }) => ({ path: (await world.workbook()).path }),
      refusals: {
        WORKBOOK_NOT_FOUND: () => ({ path: `/api/admin/exports/${unknownId}.xlsx` }),
        NOT_FOUND: () => ({ path: '/api/admin/exports/anything.csv' }),
      },
    },
    graph: {
      field: 'Query.pageWorkbook',
      variables: async ({ world, origin }) => ({ id: (await world.workbook()).id, origin }),
    },
  },
  listBatches: {
    who: 'admin',
    rest: { call: () => ({ path: '/api/admin/batches?limit=1&stage=ORDERED' }) },
    graph: { field: 'Query.batches' },
  },
  readBatch: {
    who: 'admin',
    rest: {
      call: async ({ world }) => ({ path: `/api/admin/batches/${(await world.workbook()).id}` }),
      refusals: { BATCH_NOT_FOUND: () => ({ path: `/api/admin/batches/${unknownId}` }) },
    },
    graph: { field: 'Query.batch', variables: async ({ world }) => ({ id: (await world.workbook()).id }) },
  },
  markCards: {
    who: 'admin',
    rest: {
      call: async ({ world }) => ({
        path: `/api/admin/batches/${(await world.workbook()).id}/cards`,
        body: { stage: 'PRINTED', numbers: [1], references: ['no-such-page'] },
      }),
      refusals: {
        BATCH_NOT_FOUND: () => ({ path: `/api/admin/batches/${unknownId}/cards`, body: { stage: 'PRINTED' } }),
      },
    },
    graph: {
      field: 'Mutation.markCards',
      variables: async ({ world }) => ({ batchId: (await world.workbook()).id, stage: 'PRINTED', numbers: [1] }),
    },
  },
  changeBatchNote: {
    who: 'admin',
    rest: {
      call: async ({ world }) => ({
        path: `/api/admin/batches/${(await world.workbook()).id}/note`,
        body: { note: 'Salon de Lyon' },
      }),
      refusals: {
        BATCH_NOT_FOUND: () => ({ path: `/api/admin/batches/${unknownId}/note`, body: { note: '' } }),
      },
    },
    graph: {
      field: 'Mutation.changeBatchNote',
      variables: async ({ world }) => ({ id: (await world.workbook()).id, note: 'Salon de Nice' }),
    },
  },
  restoreBatch: {
    who: 'admin',
    rest: {
      call: async ({ world }) => ({
        path: `/api/admin/batches/${(await world.workbook()).id}/restore`,
        body: { version: 1 },
      }),
      refusals: {
        BATCH_NOT_FOUND: () => ({ path: `/api/admin/batches/${unknownId}/restore`, body: { version: 1 } }),
        VERSION_NOT_FOUND: async ({ world }) => ({
          path: `/api/admin/batches/${(await world.workbook()).id}/restore`,
          body: { version: 999_999 },
        }),
      },
    },
    graph: {
      field: 'Mutation.restoreBatch',
      variables: async ({ world }) => ({ id: (await world.workbook()).id, version: 1 }),
    },
  },
  changePages: {
    who: 'admin',
    rest: {
      call: async ({ world }) => ({ body: { changes: [{ id: await world.unclaimedPage(), state: 'INACTIVE' }] } }),
    },
    graph: {
      field: 'Mutation.changePages',
      variables: async ({ world }) => ({ changes: [{ id: await world.unclaimedPage(), state: 'ACTIVE' }] }),
    },
  },
  administerPage: {
    who: 'admin',
    rest: {
      call: async ({ world, people }) => ({
        path: `/api/admin/pages/${await world.unclaimedPage()}`,
        body: { newId: world.fresh(), state: 'ACTIVE', displayName: 'Renamed', ownerUserId: people.owner.id },
      }),
      refusals: {
        PAGE_NOT_FOUND: () => ({ path: '/api/admin/pages/no-such-page', body: {} }),
        PAGE_CHANGED: ({ world }) => ({
          path: `/api/admin/pages/${world.pageId}`,
          body: {},
          headers: { 'if-match': '"999"' },
        }),
        PAGE_ID_INVALID: ({ world }) => ({
          path: `/api/admin/pages/${world.pageId}`,
          body: { newId: 'é' },
        }),
        PAGE_ID_TAKEN: async ({ world }) => ({
          path: `/api/admin/pages/${world.pageId}`,
          body: { newId: await world.unclaimedPage() },
        }),
        OWNER_NOT_FOUND: ({ world }) => ({
          path: `/api/admin/pages/${world.pageId}`,
          body: { ownerUserId: unknownId },
        }),
        REASON_REQUIRED: ({ world }) => ({
          path: `/api/admin/pages/${world.pageId}`,
          body: { state: 'DEACTIVATED', displayName: 'X', reason: ' ' },
        }),
        TOO_MANY_CHANGES: async (there) => ({
          path: await pathOfChangedPage(there),
          body: { displayName: 'Y' },
        }),
      },
    },
    graph: {
      field: 'Mutation.administerPage',
      variables: async ({ world, people }) => ({
        id: await world.unclaimedPage(),
        input: { newId: world.fresh(), state: 'ACTIVE', displayName: 'Renamed', ownerId: people.owner.id },
      }),
    },
  },
  changePageState: {
    who: 'admin',
    rest: {
      call: async ({ world }) => ({
        path: `/api/admin/pages/${await world.unclaimedPage()}`,
        body: { state: 'DEACTIVATED' },
      }),
      refusals: {
        PAGE_NOT_FOUND: () => ({ path: '/api/admin/pages/no-such-page', body: { state: 'ACTIVE' } }),
        PAGE_CHANGED: ({ world }) => ({
          path: `/api/admin/pages/${world.pageId}`,
          body: { state: 'ACTIVE' },
          headers: { 'if-match': '"999"' },
        }),
        REASON_REQUIRED: ({ world }) => ({
          path: `/api/admin/pages/${world.pageId}`,
          body: { state: 'DEACTIVATED' },
        }),
        TOO_MANY_CHANGES: async (there) => ({
          path: await pathOfChangedPage(there),
          body: { state: 'DEACTIVATED', reason: 'Spam' },
        }),
      },
    },
    graph: {
      query: `mutation($id: ID!, $input: AdministerPageInput!) { administerPage(id: $id, input: $input) { id state version } }`,
      variables: async ({ world }) => ({ id: await world.unclaimedPage(), input: { state: 'DEACTIVATED' } }),
    },
  },
  deletePage: {
    who: 'admin',
    rest: {
      call: async ({ world }) => ({ path: `/api/admin/pages/${await world.unclaimedPage()}` }),
      refusals: { PAGE_NOT_FOUND: () => ({ path: '/api/admin/pages/no-such-page' }) },
    },
    graph: {
      field: 'Mutation.deletePage',
      variables: async ({ world }) => ({ id: await world.unclaimedPage() }),
    },
  },
  globalAnalytics: {
    who: 'admin',
    rest: { call: () => ({}) },
    graph: {
      field: 'Query.globalAnalytics',
      query: `{
      globalAnalytics {
        totalEvents eventsByType { type count } days { date count }
        topPages { page { id displayName owner { username } } events }
        recentEvents { id type country createdAt page { id } }
      }
      everyPage: pages(first: 1) { totalCount }
      activePages: pages(first: 1, filter: { state: ACTIVE }) { totalCount }
      claimedPages: pages(first: 1, filter: { claimed: CLAIMED }) { totalCount }
      users(first: 1) { totalCount }
    }`,
    },
  },
  adminPageAnalytics: {
    who: 'admin',
    rest: {
      call: ({ world }) => ({ path: `/api/admin/pages/${world.pageId}/analytics` }),
      refusals: { PAGE_NOT_FOUND: () => ({ path: '/api/admin/pages/no-such-page/analytics' }) },
    },
    graph: {
      query: `query($id: ID!) { adminPage(id: $id) { id state version adminAnalytics {
      totalEvents eventsByType { type count } days { date count } recentEvents { id type country createdAt } topReferrers { referrer count } topCountries { country count }
    } } }`,
      variables: ({ world }) => ({ id: world.pageId }),
    },
  },
  listUsers: {
    who: 'admin',
    rest: { call: () => ({ path: '/api/admin/users?limit=2' }) },
    graph: { field: 'Query.users' },
  },
  changeUserRole: {
    who: 'admin',
    rest: {
      call: async ({ world }) => ({
        path: `/api/admin/users/${(await world.driver()).id}/role`,
        body: { role: 'SUPPORT' },
      }),
      refusals: {
        USER_NOT_FOUND: () => ({ path: `/api/admin/users/${unknownId}/role`, body: { role: 'DRIVER' } }),
        OWN_ROLE: ({ people }) => ({
          path: `/api/admin/users/${people.admin.id}/role`,
          body: { role: 'DRIVER' },
        }),
        SUPERADMIN_PROTECTED: async ({ world }) => ({
          path: `/api/admin/users/${await world.superadmin()}/role`,
          body: { role: 'DRIVER' },
        }),
        TOO_MANY_CHANGES: async ({ api, world, people }) => {
          const path = `/api/admin/users/${(await world.driver()).id}/role`;
          await changeOften(CHANGES.role, (time) =>
            api('PATCH', path, { role: time % 2 === 0 ? 'SUPPORT' : 'DRIVER' }, people.admin.token),
          );
          return { path, body: { role: 'SUPPORT' } };
        },
      },
    },
    graph: {
      field: 'Mutation.changeUserRole',
      variables: async ({ world }) => ({ userId: (await world.driver()).id, role: 'SUPPORT' }),
    },
    variants: [
      {
        name: 'a driver becomes SUPERADMIN',
        who: 'superadmin',
        adminsGet: 'SUPERADMIN_PROTECTED',
        rest: async ({ world }) => roleOf((await world.driver()).id, 'SUPERADMIN'),
        variables: async ({ world }) => ({ userId: (await world.driver()).id, role: 'SUPERADMIN' }),
      },
      {
        name: 'a SUPERADMIN becomes DRIVER',
        who: 'superadmin',
        adminsGet: 'SUPERADMIN_PROTECTED',
        rest: async ({ world }) => roleOf(await world.superadmin(), 'DRIVER'),
        variables: async ({ world }) => ({ userId: await world.superadmin(), role: 'DRIVER' }),
      },
    ],
  },
  adminPage: {
    who: 'admin',
    graph: { field: 'Query.adminPage', variables: ({ world }) => ({ id: world.pageId }) },
  },
  deleteUser: {
    who: 'superadmin',
    graph: { field: 'Mutation.deleteUser', variables: async ({ world }) => ({ id: (await world.driver()).id }) },
  },
};
