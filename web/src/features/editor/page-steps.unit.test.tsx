import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { endSession, startSession } from '../../session/session.ts';
import { fakeApi, graphAnswer, graphRefusal, variablesOf } from '../../testing/fake-api.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { samplePage, sampleProfile, sampleSession } from '../../testing/samples.ts';
import { Component as EditorPage } from './editor-page.tsx';
import PageSteps from './page-steps.tsx';

const claimed = { displayName: '', profile: sampleProfile({ name: '', phone: '' }) };
const read = { 'GRAPH Editor': graphAnswer({ page: samplePage(claimed) }) };
const named = (version: number) => samplePage({ version, profile: sampleProfile({ name: 'Camille', phone: '' }) });
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

const leave = vi.fn();
const open = (id: string | undefined) =>
  renderScreen(() => <PageSteps id={id} onLeave={leave} />, '/dashboard', '/dashboard');

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  endSession('expired');
  startSession(sampleSession, false);
  leave.mockReset();
});

describe('the steps on the dashboard', () => {
  it('begin a page of somebody who has none, and lead to a card instead', async () => {
    const calls = fakeApi({
      'GRAPH CreatePage': graphAnswer({ createPage: named(1) }),
      'GRAPH UpdatePage': graphAnswer({ updatePage: named(2) }),
    });
    const router = await open(undefined);
    expect((await screen.findByRole('link', { name: 'Claim it first' })).getAttribute('href')).toBe('/claim');
    expect(screen.queryByRole('button', { name: 'Your Pages' })).toBeNull();
    await press('Skip this step');
    await userEvent.keyboard('Camille{Enter}');
    await screen.findByText('Step 3 of 3');
    expect(variablesOf(calls.at(-1)).input).toMatchObject({ displayName: 'Camille', profile: { name: 'Camille' } });
    expect(router.state.location.pathname).toBe('/dashboard');
    expect(screen.queryByRole('link', { name: 'Claim it first' })).toBeNull();
    await userEvent.keyboard('0639980007{Enter}');
    expect(await screen.findByRole('heading', { name: 'Show it to somebody' })).toBeDefined();
    await press('Your Pages');
    expect(leave).toHaveBeenCalledOnce();
  });

  it.each([
    ['takes the number for WhatsApp, too', true, '+33 6 39 98 00 07'],
    ['takes it for calls alone if the box is cleared', false, ''],
  ])('%s', async (_, isTicked, whatsapp) => {
    const calls = fakeApi({ ...read, 'GRAPH UpdatePage': graphAnswer({ updatePage: named(4) }) });
    await open('page-1');
    await press('Skip this step');
    await userEvent.keyboard('Camille{Enter}');
    await userEvent.type(await screen.findByLabelText('Phone'), '0639980007');
    const box = screen.getByRole<HTMLInputElement>('checkbox', { name: 'The same number on WhatsApp' });
    expect(box.checked).toBe(true);
    if (!isTicked) await userEvent.click(box);
    await press('Finish');
    await screen.findByRole('heading', { name: 'Show it to somebody' });
    expect(variablesOf(calls.at(-1)).input).toMatchObject({ profile: { phone: '+33 6 39 98 00 07', whatsapp } });
  });

  it.each([
    ['Zoé-Anne O’Neil', 'Zoé-Anne O’Neil'],
    ['zoe75', ''],
    ['zoe.martin', ''],
  ])('propose the username %j as the name %j', async (username, name) => {
    startSession({ ...sampleSession, user: { ...sampleSession.user, username } }, false);
    fakeApi(read);
    await open('page-1');
    await press('Skip this step');
    expect((await screen.findByLabelText<HTMLInputElement>('Full name')).value).toBe(name);
    await userEvent.keyboard('Zoé');
    expect(screen.getByLabelText<HTMLInputElement>('Full name').value).toBe('Zoé');
  });

  it('hand what was typed over to all fields, without a question', async () => {
    fakeApi(read);
    const router = await open('page-1');
    await press('Skip this step');
    await userEvent.keyboard('Camille');
    await press('All fields');
    expect(router.state.location.pathname).toBe('/editor/page-1');
    expect(screen.queryByRole('dialog')).toBeNull();
    const { state } = router.state.location;
    cleanup();
    const editor = await renderScreen(EditorPage, '/editor/:id', '/elsewhere');
    await editor.navigate('/editor/page-1', { state });
    expect((await screen.findByLabelText<HTMLInputElement>('Full name')).value).toBe('Camille');
    expect(screen.getByText('We restored your unsaved changes.')).toBeDefined();
    expect(screen.queryByText(/^Step/)).toBeNull();
  });

  it('offer another try if the page cannot be read', async () => {
    let tries = 0;
    fakeApi({
      'GRAPH Editor': () => (++tries === 1 ? graphRefusal('INTERNAL', 500, 'Other words.') : read['GRAPH Editor']),
    });
    await open('page-1');
    expect((await screen.findByRole('alert')).textContent).toContain('Failed to load page');
    await press('Try again');
    expect(await screen.findByText('Step 1 of 3')).toBeDefined();
  });
});
