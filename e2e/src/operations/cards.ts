import { call, eventually } from '../api.ts';
import type { Peopled } from '../world.ts';
import { CHANGES, changeOften, type MadeRestCall, type Operations, once } from './operation.ts';

const unknown = '/api/pages/no-such-page';

/** A page of the owner that no other row uses. */
async function ownPage({ api, world, people }: Peopled): Promise<string> {
  const id = await world.unclaimedPage();
  await api('POST', `/api/pages/${id}/claim`, {}, people.owner.token);
  return id;
}

/** A card of the owner after it was lost or replaced, once passengers see that. */
export async function cardAfter(what: 'lost' | 'replace', there: Peopled): Promise<string> {
  const id = await ownPage(there);
  const body = what === 'lost' ? {} : await newCard('by')(there);
  await there.api('POST', `/api/pages/${id}/${what}`, body, there.people.owner.token);
  await eventually(
    () => call(there.origin, 'GET', `/api/public/pages/${id}`),
    ({ status }) => status !== 200,
  );
  return id;
}

const onOwnPage =
  (path: string, body?: (there: Peopled) => Promise<object>): MadeRestCall =>
  async (there) => ({
    path: `/api/pages/${await ownPage(there)}/${path}`,
    ...(body === undefined ? {} : { body: await body(there) }),
  });
const idOf = async (there: Peopled) => ({ id: await ownPage(there) });
const newCard = (name: 'card' | 'by') => async (there: Peopled) => ({ [name]: await there.world.unclaimedPage() });

const methodOf = (path: string) => (path === 'handover' ? 'PUT' : 'POST');

/** The same call after another one on the same page. */
const after =
  (first: string, path: string, body?: (there: Peopled) => Promise<object>): MadeRestCall =>
  async (there) => {
    const id = await ownPage(there);
    const given = first === 'cards' ? 'card' : 'by';
    const sent = first === 'cards' || first === 'replace' ? await newCard(given)(there) : {};
    await there.api(methodOf(first), `/api/pages/${id}/${first}`, sent, there.people.owner.token);
    return { path: `/api/pages/${id}/${path}`, ...(body === undefined ? {} : { body: await body(there) }) };
  };

/** A new driver with a page: failures to take a card are limited for each person. */
async function driver({ api, world }: Peopled): Promise<{ readonly token: string; readonly path: string }> {
  const token = (await world.driver()).token;
  const id = await world.unclaimedPage();
  await api('POST', `/api/pages/${id}/claim`, {}, token);
  return { token, path: `/api/pages/${id}` };
}

/** Refusals of a card that is to be added, by the path of the call and the name of the card in its body. */
function takesCard(path: string, name: 'card' | 'by'): Readonly<Record<string, MadeRestCall>> {
  const by =
    (card: (there: Peopled) => Promise<string> | string): MadeRestCall =>
    async (there) => {
      const own = await driver(there);
      return { body: { [name]: await card(there) }, token: own.token, path: `${own.path}/${path}` };
    };
  return {
    PAGE_NOT_FOUND: by(() => 'no-such-page'),
    PAGE_ALREADY_CLAIMED: by(({ world }) => world.pageId),
    PAGE_INACTIVE: by(async ({ api, world, people }) => {
      const id = await world.unclaimedPage();
      await api('PATCH', `/api/admin/pages/${id}`, { state: 'INACTIVE' }, people.admin.token);
      return id;
    }),
    CARD_LIMIT_REACHED: async (there) => {
      const own = await driver(there);
      for (let cards = 1; cards < 20; cards += 1) {
        await there.api('POST', `${own.path}/cards`, await newCard('card')(there), own.token);
      }
      return { token: own.token, path: `${own.path}/${path}`, body: await newCard(name)(there) };
    },
    TOO_MANY_REQUESTS: by(() => 'no-such-page'),
  };
}

/**
 * Path of a page whose limit of changes is used up.
 * @param first the first of these changes; the others are edits
 */
const changedPage = (first?: string) =>
  once(async (there) => {
    const { token } = there.people.owner;
    const at = `/api/pages/${await ownPage(there)}`;
    if (first !== undefined) await there.api(methodOf(first), `${at}/${first}`, {}, token);
    await changeOften(CHANGES.page - (first === undefined ? 0 : 1), (time) =>
      there.api('PATCH', at, { displayName: `X ${time}`, blocksJson: { name: 'X' } }, token),
    );
    return at;
  });
export const pathOfChangedPage = changedPage();

const tooMany =
  (path: string, changed = pathOfChangedPage): MadeRestCall =>
  async (there) => ({ path: `${await changed(there)}/${path}` });

/** A link that a person made for a page of their own. */
async function link(there: Peopled): Promise<{ readonly token: string }> {
  const { token, path } = await driver(there);
  return { token: (await there.api('PUT', `${path}/handover`, {}, token)).token };
}

const stale = { headers: { 'if-match': '"999"' } };

export const CARDS: Operations = {
  listCards: {
    who: 'page-owner',
    rest: {
      call: ({ world }) => ({ path: `/api/pages/${world.pageId}/cards` }),
      refusals: { PAGE_NOT_FOUND: () => ({ path: `${unknown}/cards` }) },
    },
    graph: {
      query: 'query($id: ID!) { page(id: $id) { id address handoverUntil cards { id status since addedAt version } } }',
      variables: ({ world }) => ({ id: world.pageId }),
    },
  },
  addCard: {
    who: 'page-owner',
    rest: { call: onOwnPage('cards', newCard('card')), refusals: takesCard('cards', 'card') },
    graph: {
      field: 'Mutation.addCard',
      variables: async (there) => ({ ...(await idOf(there)), ...(await newCard('card')(there)) }),
    },
  },
  reportCardLost: {
    who: 'page-owner',
    rest: {
      call: onOwnPage('lost'),
      refusals: {
        PAGE_NOT_FOUND: () => ({ path: `${unknown}/lost` }),
        PAGE_CHANGED: async (there) => ({ ...stale, path: `/api/pages/${await ownPage(there)}/lost` }),
        CARD_REPLACED: after('replace', 'lost'),
        TOO_MANY_CHANGES: tooMany('lost'),
      },
    },
    graph: { field: 'Mutation.reportCardLost', variables: idOf },
  },
  reportCardFound: {
    who: 'page-owner',
    rest: {
      call: after('lost', 'found'),
      refusals: {
        PAGE_NOT_FOUND: () => ({ path: `${unknown}/found` }),
        PAGE_CHANGED: async (there) => ({ ...stale, path: `/api/pages/${await ownPage(there)}/found` }),
        CARD_REPLACED: after('replace', 'found'),
        TOO_MANY_CHANGES: tooMany('found', changedPage('lost')),
      },
    },
    graph: { field: 'Mutation.reportCardFound', variables: idOf },
  },
  replaceCard: {
    who: 'page-owner',
    rest: {
      call: onOwnPage('replace', newCard('by')),
      refusals: {
        ...takesCard('replace', 'by'),
        PAGE_CHANGED: async (there) => ({ ...stale, ...(await onOwnPage('replace', newCard('by'))(there)) }),
        CARD_REPLACED: after('replace', 'replace', newCard('by')),
      },
    },
    graph: {
      field: 'Mutation.replaceCard',
      variables: async (there) => ({ ...(await idOf(there)), ...(await newCard('by')(there)) }),
    },
  },
  releasePage: {
    who: 'page-owner',
    rest: {
      call: onOwnPage('claim'),
      refusals: {
        PAGE_NOT_FOUND: () => ({ path: `${unknown}/claim` }),
        PAGE_CHANGED: async (there) => ({ ...stale, path: `/api/pages/${await ownPage(there)}/claim` }),
        PAGE_HAS_CARDS: after('cards', 'claim'),
        TOO_MANY_CHANGES: tooMany('claim'),
      },
    },
    graph: { field: 'Mutation.releasePage', variables: idOf },
  },
  offerHandover: {
    who: 'page-owner',
    rest: {
      call: onOwnPage('handover'),
      refusals: {
        PAGE_NOT_FOUND: () => ({ path: `${unknown}/handover` }),
        PAGE_HAS_CARDS: after('cards', 'handover'),
        PAGE_DEACTIVATED: async (there) => {
          const id = await ownPage(there);
          const blocked = { state: 'DEACTIVATED', reason: 'Spam' };
          await there.api('PATCH', `/api/admin/pages/${id}`, blocked, there.people.admin.token);
          return { path: `/api/pages/${id}/handover` };
        },
        CARD_LOST: after('lost', 'handover'),
        CARD_REPLACED: async (there) => {
          const { path } = (await after('replace', 'cards')(there)) as { path: string };
          const { cards } = await there.api('GET', path, undefined, there.people.owner.token);
          const added = cards[1].id;
          await there.api('POST', `/api/pages/${added}/replace`, await newCard('by')(there), there.people.owner.token);
          return { path: `/api/pages/${added}/handover` };
        },
        TOO_MANY_CHANGES: tooMany('handover'),
      },
    },
    graph: { field: 'Mutation.offerHandover', variables: idOf },
  },
  withdrawHandover: {
    who: 'page-owner',
    rest: {
      call: after('handover', 'handover'),
      refusals: {
        PAGE_NOT_FOUND: () => ({ path: `${unknown}/handover` }),
        TOO_MANY_CHANGES: tooMany('handover', changedPage('handover')),
      },
    },
    graph: { field: 'Mutation.withdrawHandover', variables: idOf },
  },
  acceptHandover: {
    who: 'signed-in',
    rest: {
      call: async (there) => ({ body: await link(there) }),
      refusals: {
        async HANDOVER_OWN(there) {
          const { token, path } = await driver(there);
          return { token, body: { token: (await there.api('PUT', `${path}/handover`, {}, token)).token } };
        },
        HANDOVER_NOT_FOUND: async (there) => ({ token: (await driver(there)).token, body: { token: 'x' } }),
        TOO_MANY_REQUESTS: async (there) => ({
          token: (await driver(there)).token,
          body: { token: 'x' },
        }),
      },
    },
    graph: { field: 'Mutation.acceptHandover', variables: link },
  },
};
