import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { endSession, startSession } from '../../session/session.ts';
import { fakeApi, graphAnswer, graphRefusal } from '../../testing/fake-api.ts';
import { fill } from '../../testing/fill.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { sampleSession } from '../../testing/samples.ts';
import { Component as ClaimPage } from './claim-page.tsx';

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  endSession('expired');
  startSession(sampleSession, false);
});

const CLAIM = 'GRAPH ClaimPage';
const claimed = graphAnswer({ claimPage: { __typename: 'Page', id: 'abc23' } });
const open = () => renderScreen(ClaimPage, '/claim');
const field = () => screen.getByLabelText<HTMLInputElement>('Page ID');
const claim = () => userEvent.click(screen.getByRole('button', { name: 'Claim the card' }));

it('rejects an id of spaces only, and sends nothing', async () => {
  const calls = fakeApi({ [CLAIM]: claimed });
  await open();
  await userEvent.type(field(), '   ');
  await claim();
  expect((await screen.findByRole('alert')).textContent).toBe('Please enter a page ID');
  expect(document.activeElement).toBe(field());
  expect(calls).toEqual([]);
});

it('claims the trimmed id, confirms it, and goes to the editor after 2 s', async () => {
  const calls = fakeApi({ [CLAIM]: claimed });
  const router = await open();
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime });
  fill(field(), '  abc23 ');
  await user.click(screen.getByRole('button', { name: 'Claim the card' }));
  expect(await screen.findByText('Page claimed successfully!')).toBeDefined();
  expect(calls[0]?.body).toMatchObject({ variables: { id: 'abc23' } });
  expect(router.state.location.pathname).toBe('/claim');
  await act(() => vi.advanceTimersByTimeAsync(2_000));
  expect(router.state.location.pathname).toBe('/editor/abc23');
  vi.useRealTimers();
});

it.each([
  ['PAGE_ALREADY_CLAIMED', 400, 'This page has already been claimed'],
  ['PAGE_NOT_FOUND', 404, 'Page not found'],
  ['PAGE_INACTIVE', 403, 'This page is currently inactive'],
  ['INTERNAL', 500, 'Failed to claim page'],
])('shows %s with its own message and keeps the id', async (code, status, words) => {
  fakeApi({ [CLAIM]: graphRefusal(code, status, 'Other words.') });
  await open();
  await userEvent.type(field(), 'abc23');
  await claim();
  expect((await screen.findByRole('alert')).textContent).toContain(words);
  expect(field().value).toBe('abc23');
});

const TOKEN = `abc23.${'Ab-_'.repeat(10)}123`;
it.each([
  TOKEN,
  `https://volant.example/handover?token=${TOKEN}`,
  `For you: https://volant.example/handover?token=${TOKEN}. Bye`,
])('leads the link of a handover to its screen: %s', async (pasted) => {
  const calls = fakeApi({ [CLAIM]: claimed });
  const router = await open();
  await userEvent.click(field());
  await userEvent.paste(pasted);
  await claim();
  const { pathname, search } = router.state.location;
  expect([pathname, search, calls]).toEqual(['/handover', `?token=${TOKEN}`, []]);
});

it('pastes from the clipboard', async () => {
  const user = userEvent.setup();
  await open();
  await navigator.clipboard.writeText('https://volant.example/d/abc23');
  await user.click(screen.getByRole('button', { name: 'Paste' }));
  await vi.waitFor(() => expect(field().value).toBe('https://volant.example/d/abc23'));
});

it('explains how to paste if the browser denies the clipboard', async () => {
  const user = userEvent.setup();
  await open();
  vi.spyOn(navigator.clipboard, 'readText').mockRejectedValue(new DOMException('refused'));
  await user.click(screen.getByRole('button', { name: 'Paste' }));
  expect(await screen.findByText(/^The browser does not allow pasting/)).toBeDefined();
});

describe('the camera', () => {
  const ended = vi.fn();
  let seen: readonly { rawValue: string }[] = [];

  function standInForCamera(getUserMedia: () => Promise<unknown>) {
    vi.stubGlobal(
      'BarcodeDetector',
      class {
        detect = async () => seen;
      },
    );
    Object.assign(navigator, { mediaDevices: { getUserMedia } });
    vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue();
  }

  beforeEach(() => {
    ended.mockClear();
    seen = [];
  });

  it('is not offered if the browser cannot read codes', async () => {
    await open();
    expect(screen.queryByRole('button', { name: 'Scan the QR code' })).toBeNull();
  });

  it('accepts the id of a card, ignores other codes, and is released', async () => {
    standInForCamera(async () => ({ getTracks: () => [{ stop: ended }] }));
    await open();
    await userEvent.click(screen.getByRole('button', { name: 'Scan the QR code' }));
    expect(await screen.findByText('Hold the card’s QR code in front of the camera.')).toBeDefined();
    // StrictMode opens the camera twice.
    ended.mockClear();
    seen = [{ rawValue: 'WIFI:S:cafe;;' }];
    expect(await screen.findByText('This QR code does not belong to a Volant card.')).toBeDefined();
    expect(ended).not.toHaveBeenCalled();
    seen = [{ rawValue: 'https://volant.example/d/abc23?s=qr' }];
    await vi.waitFor(() => expect(field().value).toBe('abc23'));
    await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(ended).toHaveBeenCalled();
  });

  it('shows an error if it is not permitted', async () => {
    standInForCamera(() => Promise.reject(new DOMException('denied', 'NotAllowedError')));
    await open();
    await userEvent.click(screen.getByRole('button', { name: 'Scan the QR code' }));
    expect(await screen.findByText(/^The camera is not available/)).toBeDefined();
  });
});
