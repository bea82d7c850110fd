import type { CallerKind } from './authorization-matrix.ts';
import type { Peopled } from './world.ts';

/** The GraphQL operation that does the same as a REST call. */
export interface Counterpart {
  readonly query: string;
  /** By default `superadmin`. */
  readonly as?: CallerKind;
  readonly token?: (there: Peopled) => Promise<string>;
  readonly variables?: (there: Peopled) => Promise<object> | object;
  /** Whether to send a picture for the variable `image`. */
  readonly image?: true;
}

/** Why a REST call has no counterpart. */
export interface Exception {
  readonly because: string;
}

const USER = 'id username email avatar phone role createdAt pageCount';
const PAGE = `id displayName state ownerId owner { id username email } createdAt claimedAt claimed inactive avatar
  indexable eventCount viewCount blocks version`;
const MESSAGE = 'id subject name email body status createdAt handler { id username }';
const MORE = 'totalCount pageInfo { endCursor hasNextPage }';
const EVENT = 'id type country createdAt';
const TOTALS = 'totalEvents eventsByType { type count } days { date count }';

const password = 'a long enough password';
const blocks = { name: 'By GraphQL', customFields: [{ name: 'Tarif', value: '50 €' }] };

/** By the operation ids of the REST API's description. */
export const COUNTERPARTS: Readonly<Record<string, Counterpart | Exception>> = {
  readHealth: { because: 'is for whoever runs the process' },
  readReadiness: { because: 'is for whoever runs the process' },
  readSite: { because: 'is a file of the operator, beside the client’s other files' },
  readApiDescription: { because: 'describes REST; the graph describes itself' },
  readApiPage: { because: 'describes REST; the graph describes itself' },
  queryGraph: { because: 'is the graph' },
  openPage: { because: 'is a finished document; `publicPage` has what it shows' },
  readPageCode: { because: 'is a picture of the page’s address' },
  readUpload: { because: 'is the picture itself, at the path that the graph gives' },
  collectEvents: {
    as: 'anonymous',
    query: 'mutation($events: [EventInput!]!) { collectEvents(events: $events) { accepted refused { index code } } }',
    variables: ({ world: { pageId } }) => ({
      events: [
        { pageId, type: 'VIEW', referrer: 'https://site.example/x', source: 'QR' },
        { pageId, type: 'CLICK_CALL' },
      ],
    }),
  },

  readPublicPage: {
    as: 'anonymous',
    query: 'query($id: ID!) { publicPage(id: $id) { claimed state inactive displayName blocks avatar } }',
    variables: ({ world }) => ({ id: world.pageId }),
  },
  signUp: {
    as: 'anonymous',
    query: `mutation($input: SignUpInput!) { signUp(input: $input) { token user { ${USER} } } }`,
    variables: ({ world }) => {
      const name = world.fresh();
      return { input: { email: `${name}@example.com`, username: name, password } };
    },
  },
  logIn: {
    as: 'anonymous',
    query: `mutation($input: LogInInput!) { logIn(input: $input) { token user { ${USER} } } }`,
    variables: async ({ world }) => {
      const { email, password: known } = await world.driver();
      return { input: { email, password: known, remember: true } };
    },
  },
  logOut: { query: 'mutation { logOut }', token: async ({ world, signIn }) => signIn(await world.driver()) },
  requestPasswordReset: {
    as: 'anonymous',
    query: 'mutation($input: RequestPasswordResetInput!) { requestPasswordReset(input: $input) { resetToken } }',
    variables: async ({ world }) => ({ input: { email: (await world.driver()).email } }),
  },
  resetPassword: {
    as: 'anonymous',
    query: 'mutation($input: ResetPasswordInput!) { resetPassword(input: $input) }',
    variables: async ({ world, resetToken }) => ({
      input: { token: await resetToken((await world.driver()).email), newPassword: password },
    }),
  },
  confirmEmailChange: {
    as: 'anonymous',
    query: 'mutation($input: ConfirmEmailChangeInput!) { confirmEmailChange(input: $input) }',
    variables: async ({ emailChangeTokens }) => ({ input: { token: (await emailChangeTokens()).confirm } }),
  },
  cancelEmailChange: {
    as: 'anonymous',
    query: 'mutation($input: CancelEmailChangeInput!) { cancelEmailChange(input: $input) }',
    variables: async ({ emailChangeTokens }) => ({ input: { token: (await emailChangeTokens()).cancel } }),
  },
  undoEmailChange: {
    as: 'anonymous',
    query: 'mutation($input: UndoEmailChangeInput!) { undoEmailChange(input: $input) }',
    variables: async ({ emailUndoToken }) => ({ input: { token: await emailUndoToken() } }),
  },
  readMe: { as: 'owner', query: `{ me { ${USER} } }` },
  updateProfile: {
    as: 'owner',
    query: `mutation($input: ProfileInput!) { updateProfile(input: $input) { ${USER} } }`,
    variables: () => ({ input: { phone: '+33 6 39 98 00 00' } }),
  },
  changePassword: {
    query: 'mutation($input: ChangePasswordInput!) { changePassword(input: $input) }',
    token: async ({ world, signIn }) => signIn(await world.driver()),
    variables: () => ({ input: { currentPassword: password, newPassword: `${password} indeed` } }),
  },
  uploadAvatar: {
    as: 'owner',
    image: true,
    query: 'mutation($image: Upload!) { uploadAvatar(image: $image) { imageUrl } }',
  },
  uploadPageImage: {
    as: 'owner',
    image: true,
    query: 'mutation($image: Upload!) { uploadPageImage(image: $image) { imageUrl } }',
  },

  listMyPages: { as: 'owner', query: `{ myPages(first: 10) { nodes { ${PAGE} } ${MORE} } }` },
  readPage: {
    as: 'owner',
    query: `query($id: ID!) { page(id: $id) { ${PAGE} } }`,
    variables: ({ world }) => ({ id: world.pageId }),
  },
  createPage: {
    as: 'owner',
    query: `mutation($input: PageInput!) { createPage(input: $input) { ${PAGE} } }`,
    variables: () => ({ input: { displayName: 'By GraphQL', state: 'ACTIVE', blocks } }),
  },
  updatePage: {
    as: 'owner',
    query: `mutation($id: ID!, $input: PageInput!) { updatePage(id: $id, input: $input) { ${PAGE} } }`,
    variables: ({ world }) => ({ id: world.pageId, input: { blocks, state: 'ACTIVE', indexable: true } }),
  },
  claimPage: {
    as: 'other',
    query: 'mutation($id: ID!) { claimPage(id: $id) { id } }',
    variables: async ({ world }) => ({ id: await world.unclaimedPage() }),
  },
  readPageAnalytics: {
    as: 'owner',
    query: `query($id: ID!) { page(id: $id) { analytics(withoutOwner: true) {
      summary {
        views clicks
        clicksByType { whatsapp call email website instagram vcard customFields }
        customFields { name count }
      }
      days { date views clicks }
      recentEvents { ${EVENT} }
    } } }`,
    variables: ({ world }) => ({ id: world.pageId }),
  },

  listPages: {
    query: `query($filter: PageFilter) { pages(first: 10, filter: $filter) { nodes { ${PAGE} } ${MORE} } }`,
    variables: ({ people }) => ({ filter: { search: 'x', ownerId: people.owner.id, claimed: 'CLAIMED' } }),
  },
  createPageWithId: {
    query: `mutation($input: CreatePageWithIdInput!) { createPageWithId(input: $input) { ${PAGE} } }`,
    variables: ({ world }) => ({ input: { id: world.fresh(), state: 'UNCLAIMED' } }),
  },
  createPagesInBulk: {
    query: `mutation($input: CreatePagesInput!) {
      createPages(input: $input) { workbookId pages { id displayName } }
    }`,
    variables: () => ({ input: { quantity: 3, prefixNote: 'By GraphQL', state: 'ACTIVE' } }),
  },
  downloadWorkbook: {
    query: `query($id: ID!, $origin: String!) {
      pageWorkbook(id: $id, origin: $origin) { fileName contentType base64 }
    }`,
    variables: async ({ world, origin }) => ({ id: (await world.workbook()).id, origin }),
  },
  administerPage: {
    query: `mutation($id: ID!, $input: AdministerPageInput!) { administerPage(id: $id, input: $input) { ${PAGE} } }`,
    variables: async ({ world, people }) => ({
      id: await world.unclaimedPage(),
      input: { newId: world.fresh(), state: 'ACTIVE', displayName: 'Renamed', ownerId: people.owner.id },
    }),
  },
  changePageState: {
    query: `mutation($id: ID!, $input: AdministerPageInput!) { administerPage(id: $id, input: $input) { ${PAGE} } }`,
    variables: async ({ world }) => ({ id: await world.unclaimedPage(), input: { state: 'DEACTIVATED' } }),
  },
  deletePage: {
    query: 'mutation($id: ID!) { deletePage(id: $id) { id } }',
    variables: async ({ world }) => ({ id: await world.unclaimedPage() }),
  },
  globalAnalytics: {
    query: `{
      globalAnalytics {
        ${TOTALS}
        topPages { page { id displayName owner { username } } events }
        recentEvents { ${EVENT} page { id } }
      }
      everyPage: pages(first: 1) { totalCount }
      activePages: pages(first: 1, filter: { state: ACTIVE }) { totalCount }
      claimedPages: pages(first: 1, filter: { claimed: CLAIMED }) { totalCount }
      users(first: 1) { totalCount }
    }`,
  },
  adminPageAnalytics: {
    query: `query($id: ID!) { adminPage(id: $id) { ${PAGE} adminAnalytics {
      ${TOTALS} recentEvents { ${EVENT} } topReferrers { referrer count } topCountries { country count }
    } } }`,
    variables: ({ world }) => ({ id: world.pageId }),
  },
  listUsers: { query: `{ users(first: 10, filter: { search: "m" }) { nodes { ${USER} } ${MORE} } }` },
  changeUserRole: {
    query: `mutation($userId: ID!, $role: Role!) { changeUserRole(userId: $userId, role: $role) { ${USER} } }`,
    variables: async ({ world }) => ({ userId: (await world.driver()).id, role: 'SUPPORT' }),
  },

  sendSupportMessage: {
    as: 'anonymous',
    query: 'mutation($input: SendSupportMessageInput!) { sendSupportMessage(input: $input) { id createdAt } }',
    variables: ({ world }) => ({
      input: { name: 'X', email: `${world.fresh()}@example.com`, subject: 'X', message: 'A message to be read.' },
    }),
  },
  listSupportMessages: {
    as: 'support',
    query: `{ supportMessages(first: 10, filter: { status: OPEN }) { nodes { ${MESSAGE} } ${MORE} } }`,
  },
  changeSupportMessageStatus: {
    as: 'support',
    query: `mutation($id: ID!, $status: SupportMessageStatus!) {
      changeSupportMessageStatus(id: $id, status: $status) { ${MESSAGE} }
    }`,
    variables: async ({ world }) => ({ id: await world.message(), status: 'RESOLVED' }),
  },
  claimSupportMessage: {
    as: 'support',
    query: `mutation($id: ID!) { claimSupportMessage(id: $id) { ${MESSAGE} } }`,
    variables: async ({ world }) => ({ id: await world.message() }),
  },
};
