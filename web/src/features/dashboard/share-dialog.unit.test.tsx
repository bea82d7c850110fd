import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { endSession, startSession } from '../../api/session.ts';
import { watchForInstallOffer } from '../../browser/install-offer.ts';
import { fakeApi, graphAnswer } from '../../testing/fake-api.ts';
import { fakeDownloads } from '../../testing/fake-downloads.ts';
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

it('saves the code as SVG, and shows an error if no PNG can be made', async () => {
  const downloads = fakeDownloads();
  // jsdom cannot draw.
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
  const dialog = await openShare();
  await userEvent.click(dialog.getByRole('button', { name: 'QR code SVG' }));
  await waitFor(() => expect(downloads.map(({ name }) => name)).toEqual(['volant-page-1.svg']));
  await userEvent.click(dialog.getByRole('button', { name: 'QR code PNG' }));
  expect((await dialog.findByRole('alert')).textContent).toContain('The picture could not be made');
});

it('opens the system’s share sheet if available', async () => {
  const shared: unknown[] = [];
  Object.assign(navigator, { share: async (what: unknown) => shared.push(what) });
  const dialog = await openShare();
  await userEvent.click(dialog.getByRole('button', { name: 'Send…' }));
  expect(shared).toEqual([{ title: 'Berline Démo', url: ADDRESS }]);
  Reflect.deleteProperty(navigator, 'share');
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
  const asked = async () => {
    const dialog = await openShare();
    const text = dialog.queryByText(how);
    cleanup();
    return text !== null;
  };
  showIn('browser');
  expect(await asked()).toBe(false);
  Object.assign(navigator, { standalone: false });
  expect(await asked()).toBe(true);
  showIn('standalone');
  expect(await asked()).toBe(false);
  Reflect.deleteProperty(navigator, 'standalone');
});

it('shows the code full screen and keeps the screen on until it is hidden', async () => {
  const release = vi.fn(async () => undefined);
  const request = vi.fn(async () => ({ release }));
  Object.assign(navigator, { wakeLock: { request } });
  const dialog = await openShare();
  const card = document.getElementById(
    dialog.getByRole('button', { name: 'Show full screen' }).getAttribute('popovertarget') ?? '',
  ) as HTMLElement;
  const toggle = (newState: string) => fireEvent(card, Object.assign(new Event('beforetoggle'), { newState }));
  expect(request).not.toHaveBeenCalled();
  toggle('open');
  expect(within(card).getByRole('img', { name: 'QR code of Berline Démo' })).toBeDefined();
  expect(request).toHaveBeenCalledExactlyOnceWith('screen');
  toggle('closed');
  await vi.waitFor(() => expect(release).toHaveBeenCalledOnce());
  Reflect.deleteProperty(navigator, 'wakeLock');
});
