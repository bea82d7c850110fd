import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { watchForInstallOffer } from '../../browser/install-offer.ts';
import { endSession, startSession } from '../../session/session.ts';
import { fakeApi, graphAnswer } from '../../testing/fake-api.ts';
import { fakeDownloads } from '../../testing/fake-downloads.ts';
import { pngReads } from '../../testing/printed-codes.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { samplePage, samplePages, sampleSession } from '../../testing/samples.ts';
import { Component as DashboardPage } from './dashboard-page.tsx';

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  endSession('expired');
  startSession(sampleSession, false);
});

const ADDRESS = `${window.location.origin}/d/page-1`;

async function openShare() {
  fakeApi({ 'GRAPH Dashboard': graphAnswer(samplePages([samplePage()])) });
  await renderScreen(DashboardPage, '/dashboard');
  await userEvent.click(await screen.findByRole('button', { name: 'Share Berline Démo' }));
  return within(await screen.findByRole('dialog'));
}

it('shows the code and the address of the page, and copies it', async () => {
  const user = userEvent.setup();
  const dialog = await openShare();
  expect(dialog.getByRole('img', { name: 'QR code of Berline Démo' })).toBeDefined();
  expect(dialog.getByText(ADDRESS)).toBeDefined();
  await user.click(dialog.getByRole('button', { name: 'Copy link' }));
  expect(await navigator.clipboard.readText()).toBe(ADDRESS);
  expect(dialog.getByRole('status').textContent).toBe('Link copied');
});

it('saves the code as SVG and PNG, also where a canvas is of no use', async () => {
  const downloads = fakeDownloads();
  // Some browsers return other pixels than were drawn.
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
  const dialog = await openShare();
  await userEvent.click(dialog.getByRole('button', { name: 'QR code SVG' }));
  await waitFor(() => expect(downloads.map(({ name }) => name)).toEqual(['volant-page-1.svg']));
  await userEvent.click(dialog.getByRole('button', { name: 'QR code PNG' }));
  await waitFor(() => expect(downloads.map(({ name }) => name)).toContain('volant-page-1.png'));
  const png = new Uint8Array((await downloads[1]?.file.arrayBuffer()) ?? new ArrayBuffer());
  expect(await pngReads(png)).toBe(`${ADDRESS}?s=qr`);
});

it('opens the system’s share sheet, and says nothing if it is closed without a choice', async () => {
  const share = vi.fn((_: unknown) => Promise.reject(new DOMException('Share canceled', 'AbortError')));
  Object.assign(navigator, { share });
  const dialog = await openShare();
  await userEvent.click(dialog.getByRole('button', { name: 'Send…' }));
  expect(share).toHaveBeenCalledExactlyOnceWith({ title: 'Berline Démo', url: ADDRESS });
  expect(dialog.queryByRole('alert')).toBeNull();
  Reflect.deleteProperty(navigator, 'share');
});

it('offers no share sheet where there is none', async () => {
  const dialog = await openShare();
  expect(dialog.queryByRole('button', { name: 'Send…' })).toBeNull();
  expect(dialog.getByRole('button', { name: 'Copy link' })).toBeDefined();
});

const showIn = (mode: string) =>
  vi.stubGlobal('matchMedia', (media: string) =>
    Object.assign(new EventTarget(), { matches: media.includes(mode), media }),
  );

it('installs Volant as an app where the browser offers it, until it is installed', async () => {
  watchForInstallOffer();
  showIn('browser');
  const prompt = vi.fn(async () => undefined);
  const offer = () =>
    fireEvent(window, Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt }));
  expect(offer()).toBe(false);
  const dialog = await openShare();
  await userEvent.click(dialog.getByRole('button', { name: 'Install Volant' }));
  expect(prompt).toHaveBeenCalledOnce();
  expect(dialog.queryByRole('button', { name: 'Install Volant' })).toBeNull();
  offer();
  expect(await dialog.findByRole('button', { name: 'Install Volant' })).toBeDefined();
  fireEvent(window, new Event('appinstalled'));
  await waitFor(() => expect(dialog.queryByRole('button', { name: 'Install Volant' })).toBeNull());
});

it('says how to install it on an iPhone, and neither elsewhere nor in the installed app', async () => {
  const how = /then “Add to Home Screen”/;
  const saysHow = async () => {
    const dialog = await openShare();
    const text = dialog.queryByText(how);
    cleanup();
    return text !== null;
  };
  showIn('browser');
  expect(await saysHow()).toBe(false);
  Object.assign(navigator, { standalone: false });
  expect(await saysHow()).toBe(true);
  showIn('standalone');
  expect(await saysHow()).toBe(false);
  Reflect.deleteProperty(navigator, 'standalone');
});

const release = vi.fn(async () => undefined);

it.each([
  ['keeps the screen on until it is hidden', { request: async () => ({ release }) }, 1],
  ['is not kept from it by a phone that refuses to stay on', { request: () => Promise.reject(new Error()) }, 0],
  ['needs no phone that can stay on', undefined, 0],
])('shows the code full screen and %s', async (_, wakeLock, released) => {
  release.mockClear();
  if (wakeLock !== undefined) Object.assign(navigator, { wakeLock });
  const request = wakeLock && vi.spyOn(wakeLock, 'request');
  const dialog = await openShare();
  const card = document.getElementById(
    dialog.getByRole('button', { name: 'Show full screen' }).getAttribute('popovertarget') ?? '',
  ) as HTMLElement;
  const toggle = (newState: string) => fireEvent(card, Object.assign(new Event('beforetoggle'), { newState }));
  if (request) expect(request).not.toHaveBeenCalled();
  toggle('open');
  expect(within(card).getByRole('img', { name: 'QR code of Berline Démo' })).toBeDefined();
  if (request) expect(request).toHaveBeenCalledExactlyOnceWith('screen');
  toggle('closed');
  await vi.waitFor(() => expect(release).toHaveBeenCalledTimes(released));
  expect(within(card).queryByRole('img')).toBeNull();
  Reflect.deleteProperty(navigator, 'wakeLock');
});
