import { v7 } from 'uuid';
import { beforeEach, expect, it, vi } from 'vitest';
import { fakeCaches } from '../testing/fake-caches.ts';
import { keepEvent, sendStored } from './outbox.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const send = vi.fn<(address: string, init: RequestInit) => Promise<Response>>();

beforeEach(() => {
  fakeCaches();
  send.mockReset().mockResolvedValue(new Response(null, { status: 202 }));
  vi.stubGlobal('fetch', send);
});

function event(type: string, at = Date.now()) {
  return { id: v7({ msecs: at }), pageId: 'demo-1', type };
}
const keep = (one: object, signedIn = false) => keepEvent(JSON.stringify(one), signedIn);
const sent = () => send.mock.calls.map(([, { body }]) => JSON.parse(String(body)).events);

it('sends the stored events in one request with their ids, and once', async () => {
  const [view, call] = [event('VIEW'), event('CLICK_CALL')];
  await keep(view);
  await keep(call);
  await sendStored(undefined);
  await sendStored(undefined);
  expect(sent()).toEqual([[view, call]]);
});

it.each([429, 500, 503])('keeps the events if the answer is %i', async (status) => {
  await keep(event('VIEW'));
  send.mockResolvedValueOnce(new Response(null, { status }));
  await expect(sendStored(undefined)).rejects.toThrow('cannot be sent yet');
  await sendStored(undefined);
  expect(sent()).toHaveLength(2);
});

it('keeps the events if there is no answer', async () => {
  await keep(event('VIEW'));
  send.mockRejectedValueOnce(new TypeError('offline'));
  await expect(sendStored(undefined)).rejects.toThrow('offline');
  await sendStored(undefined);
  expect(sent()).toHaveLength(2);
});

it('drops events that the server refuses', async () => {
  await keep(event('VIEW'));
  send.mockResolvedValueOnce(new Response(null, { status: 404 }));
  await sendStored(undefined);
  await sendStored(undefined);
  expect(sent()).toHaveLength(1);
});

it('loses only the event that the server cannot read', async () => {
  const [view, broken, call] = [event('VIEW'), event('CLICK_FAX'), event('CLICK_CALL')];
  for (const one of [view, broken, call]) await keep(one);
  send.mockImplementation(async (_, { body }) => {
    const isRead = !String(body).includes('CLICK_FAX');
    return new Response(null, { status: isRead ? 202 : 400 });
  });
  await sendStored(undefined);
  await sendStored(undefined);
  expect(sent()).toEqual([[view, broken, call], [view], [broken], [call]]);
});

it('keeps the events that were not answered when it sends them one by one', async () => {
  const [view, call] = [event('VIEW'), event('CLICK_CALL')];
  await keep(view);
  await keep(call);
  for (const status of [400, 202, 429]) send.mockResolvedValueOnce(new Response(null, { status }));
  await expect(sendStored(undefined)).rejects.toThrow('cannot be sent yet');
  await sendStored(undefined);
  expect(sent()).toEqual([[view, call], [view], [call], [call]]);
});

it('sends an event of a session only with its token', async () => {
  const [own, other] = [event('VIEW'), event('CLICK_CALL')];
  await keep(own, true);
  await keep(other);
  await sendStored(undefined);
  await sendStored('a-token');
  expect(sent()).toEqual([[other], [own]]);
  expect(send.mock.calls[1]?.[1].headers).toMatchObject({ authorization: 'Bearer a-token' });
});

it('drops events of a week ago, whose day the server would not accept', async () => {
  const young = event('VIEW', Date.now() - 6 * DAY_MS);
  await keep(event('VIEW', Date.now() - 8 * DAY_MS));
  await sendStored(undefined);
  expect(send).not.toHaveBeenCalled();
  await keep(young);
  await sendStored(undefined);
  expect(sent()).toEqual([[young]]);
});

it('keeps as many events as one request may contain', async () => {
  for (let count = 0; count < 60; count += 1) await keep(event('CLICK_CALL'));
  await sendStored(undefined);
  expect(sent()[0]).toHaveLength(50);
});

it('asks the browser to send the events after the page is closed', async () => {
  const register = vi.fn(async () => undefined);
  vi.stubGlobal('navigator', { serviceWorker: { getRegistration: async () => ({ sync: { register } }) } });
  await keep(event('VIEW'));
  expect(register).toHaveBeenCalledExactlyOnceWith('volant-outbox');
});
