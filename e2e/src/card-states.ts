import { call, logIn, SUPERADMIN, SUPERADMIN_SETTINGS, signUp } from './api.ts';
import { startProduct, temporaryDirectory } from './product.ts';

/** What a scanned card may lead to, besides what the demo shows. */
export const CARD_STATES = ['lost', 'replaced', 'being set up', 'inactive', 'with a form for rides'] as const;
export type CardState = (typeof CARD_STATES)[number];

export interface CardStates {
  /** The address of a card in this state. */
  readonly addressOf: (state: CardState) => string;
  close(): Promise<void>;
}

/** A product of its own with a card in each of these states: the shared demo may not be changed. */
export async function openCardStates(): Promise<CardStates> {
  const directory = await temporaryDirectory();
  const { origin, stop } = await startProduct(directory.path, SUPERADMIN_SETTINGS);
  const { token } = await signUp(origin);
  const send = async (method: string, path: string, body: object, by = token) => {
    const answer = await call(origin, method, path, body, { token: by });
    if (answer.status >= 400) throw new Error(`${method} ${path}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  const admin = await logIn(origin, SUPERADMIN);
  const { links } = await send('POST', '/api/admin/pages/bulk', { quantity: CARD_STATES.length + 1 }, admin);
  const [spare, ...cards]: readonly string[] = links.map(({ id }: { id: string }) => id);
  const idOf = (state: CardState) => cards[CARD_STATES.indexOf(state)];
  for (const state of CARD_STATES) await send('POST', `/api/pages/${idOf(state)}/claim`, {});

  const contacts = { phone: '+33 6 39 98 00 01', whatsapp: '+33 6 39 98 00 01', email: 'zoe@example.fr' };
  const content = { displayName: 'Berline Zoé', blocksJson: { name: 'Berline Zoé', ...contacts, rideRequests: true } };
  for (const state of ['lost', 'replaced', 'inactive', 'with a form for rides'] as const) {
    await send('PATCH', `/api/pages/${idOf(state)}`, content);
  }
  await send('POST', `/api/pages/${idOf('lost')}/lost`, {});
  await send('POST', `/api/pages/${idOf('replaced')}/replace`, { by: spare });
  await send('PATCH', `/api/pages/${idOf('inactive')}`, { state: 'INACTIVE' });
  return {
    addressOf: (state) => `${origin}/d/${idOf(state)}`,
    async close() {
      await stop();
      await directory.remove();
    },
  };
}
