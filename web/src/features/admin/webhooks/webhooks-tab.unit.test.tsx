import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { fakeApi, graphAnswer, type SentCall, variablesOf } from '../../../testing/fake-api.ts';
import { fakeDownloads } from '../../../testing/fake-downloads.ts';
import { fill } from '../../../testing/fill.ts';
import { signInAsAdmin } from '../../../testing/pages-tab.ts';
import { renderScreen } from '../../../testing/render-screen.tsx';
import WebhooksTab from './webhooks-tab.tsx';

beforeEach(signInAsAdmin);

const URL = 'https://shop.example/volant';
const webhook = {
  ...{ __typename: 'Webhook', id: 'w1', name: 'Shop', url: URL, types: ['PAGE_CLAIMED'], enabled: true },
  addedAt: '2026-11-22T09:00:00.000Z',
};
const sent = (calls: SentCall[], name: string) =>
  calls.find(({ body }) => (body as { operationName?: string } | undefined)?.operationName === name);

async function openForm(): Promise<SentCall[]> {
  const calls = fakeApi({
    'GRAPH AdminWebhooks': graphAnswer({ webhooks: [] }),
    'GRAPH AddWebhook': graphAnswer({ addWebhook: { __typename: 'AddedWebhook', webhook, secret: 'whsec_secret' } }),
  });
  await renderScreen(WebhooksTab, '/admin', '/admin?tab=webhooks');
  await userEvent.click(await screen.findByRole('button', { name: 'Add a webhook' }));
  await userEvent.type(await screen.findByLabelText('Name'), 'Shop');
  return calls;
}

it.each([`  ${URL} `, `"${URL}"`, `<${URL}>`, `\u200b\u202a${URL}\u00ad`])(
  'adds a webhook for %j, and shows its secret once',
  async (typed) => {
    const calls = await openForm();
    fill(screen.getByLabelText('Address'), typed);
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('whsec_secret')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Copy the secret' }).className).toBe('btn btn--primary');
    expect(variablesOf(sent(calls, 'AddWebhook'))).toMatchObject({ input: { name: 'Shop', enabled: true } });
  },
);

it.each(['http://shop.example/volant', 'shop.example'])('keeps %j and asks for https at the field', async (typed) => {
  const calls = await openForm();
  const field = screen.getByLabelText('Address');
  fill(field, typed);
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect([field.getAttribute('aria-invalid'), (field as HTMLInputElement).value]).toEqual(['true', typed]);
  expect(screen.getAllByText('Enter an address that begins with https://')).not.toHaveLength(0);
  expect(sent(calls, 'AddWebhook')).toBeUndefined();
});

const delivery = (number: number) => ({
  ...{ __typename: 'Delivery', id: `d${number}`, type: 'PAGE_CLAIMED', at: webhook.addedAt, state: 'DELIVERED' },
  ...{ attempts: 1, status: 204, problem: null, triedAt: webhook.addedAt, nextAt: null },
});

/** A webhook with 130 deliveries. */
async function openDeliveries(search = ''): Promise<SentCall[]> {
  const calls = fakeApi({
    'GRAPH AdminWebhook': (call) => {
      const nodes = Array.from({ length: Math.min(Number(variablesOf(call).first), 130) }, (_, at) => delivery(at));
      const deliveries = { __typename: 'DeliveryConnection', nodes, totalCount: 130 };
      return graphAnswer({ webhook: { ...webhook, deliveries } });
    },
  });
  await renderScreen(WebhooksTab, '/admin', `/admin?tab=webhooks&webhook=w1${search}`);
  return calls;
}

it('exports all deliveries of the chosen state, not only those that it shows', async () => {
  const files = fakeDownloads();
  const calls = await openDeliveries('&delivery=DELIVERED');
  await userEvent.click(await screen.findByRole('button', { name: 'Export…' }));
  await screen.findByRole('dialog', { name: 'Export 130 rows' });
  await userEvent.click(screen.getByRole('button', { name: 'Spreadsheet (CSV)' }));
  await waitFor(() => expect(files).toHaveLength(1));
  const lines = (await files[0]?.file.text())?.trim().split('\r\n') ?? [];
  expect(lines).toHaveLength(131);
  expect(lines[1]).toMatch(/^d0,PAGE_CLAIMED,.*,DELIVERED,1,204,/);
  const read = calls.map((call) => variablesOf(call)).filter(({ first }) => first === 1_000);
  expect(read).toEqual([{ id: 'w1', first: 1_000, state: 'DELIVERED' }]);
});

it('exports the list of webhooks', async () => {
  const files = fakeDownloads();
  fakeApi({ 'GRAPH AdminWebhooks': graphAnswer({ webhooks: [webhook] }) });
  await renderScreen(WebhooksTab, '/admin', '/admin?tab=webhooks');
  await userEvent.click(await screen.findByRole('button', { name: 'Export…' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Spreadsheet (CSV)' }));
  await waitFor(() => expect(files).toHaveLength(1));
  const { addedAt } = webhook;
  const lines = (await files[0]?.file.text())?.trim().split('\r\n') ?? [];
  expect(lines.slice(1)).toEqual([['w1', 'Shop', URL, 'PAGE_CLAIMED', "'true", addedAt].join(',')]);
});

it('shows all stored deliveries, if there are more than it reads at first', async () => {
  const calls = await openDeliveries();
  const more = await screen.findByRole('button', { name: 'Show all deliveries' });
  const shown = () => screen.getAllByRole('button', { name: 'Send again' });
  expect(shown()).toHaveLength(100);
  await userEvent.click(more);
  await expect.poll(() => shown().length).toBe(130);
  expect(screen.queryByRole('button', { name: 'Show all deliveries' })).toBeNull();
  expect(variablesOf(calls.at(-1))).toMatchObject({ first: 1_000 });
});
