import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { endSession, startSession } from '../../api/session.ts';
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
