import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { endSession, startSession } from '../../session/session.ts';
import { fakeApi, graphAnswer, graphRefusal, variablesOf } from '../../testing/fake-api.ts';
import { fill } from '../../testing/fill.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { samplePage, sampleSession } from '../../testing/samples.ts';
import { Component as EditorPage } from './editor-page.tsx';

const open = (id: string) => renderScreen(EditorPage, ['/editor/new', '/editor/:id'], `/editor/${id}`);
const field = (name: string) => screen.getByLabelText(name) as HTMLInputElement;
const read = (changes: Record<string, unknown> = {}) => graphAnswer({ page: samplePage(changes) });
const saved = (changes: Record<string, unknown> = {}) => graphAnswer({ updatePage: samplePage(changes) });
const save = () => userEvent.click(screen.getByRole('button', { name: 'Save' }));

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  endSession('expired');
  startSession(sampleSession, false);
});

describe('a new page', () => {
  it('has no state field, and sends nothing without both names', async () => {
    const calls = fakeApi({});
    await open('new');
    expect(screen.queryByText('Page state')).toBeNull();
    await save();
    expect(await screen.findByText('Display name and name are required')).toBeDefined();
    expect(document.activeElement).toBe(field('Full name'));
    expect(calls).toEqual([]);
  });

  it('is created as ACTIVE, and its id replaces “new” in the address', async () => {
    const calls = fakeApi({
      'GRAPH CreatePage': graphAnswer({ createPage: samplePage({ id: 'made-1', version: 1 }) }),
    });
    const router = await open('new');
    fill(field('Display name'), 'Berline');
    fill(field('Full name'), 'Camille Démo');
    await save();
    expect(await screen.findByText('Page saved successfully!')).toBeDefined();
    expect(variablesOf(calls[0])).toMatchObject({
      input: { displayName: 'Berline', state: 'ACTIVE', profile: { name: 'Camille Démo' } },
    });
    await waitFor(() => expect(router.state.location.pathname).toBe('/editor/made-1'));
    expect(screen.getByText('Page state')).toBeDefined();
    expect(field('Full name').value).toBe('Camille Démo');
  });
});

describe('an existing page', () => {
  it('is saved against the version that was read, and the preview follows the form', async () => {
    const calls = fakeApi({
      'GRAPH Editor': read(),
      'GRAPH UpdatePage': saved({ version: 4 }),
    });
    await open('page-1');
    fill(await screen.findByLabelText('Full name'), ' Junior');
    await waitFor(() => expect(document.querySelector('.pp')?.textContent).toContain('Camille Démo Junior'));
    await save();
    await screen.findByText('Page saved successfully!');
    await save();
    await waitFor(() => expect(calls).toHaveLength(3));
    expect(calls.slice(1).map((call) => variablesOf(call).expectedVersion)).toEqual([3, 4]);
  });

  it('reports a concurrent change, keeps the input, and overwrites only on request', async () => {
    let version = 4;
    const calls = fakeApi({
      'GRAPH Editor': () => read({ version: calls.length === 1 ? 3 : version }),
      'GRAPH UpdatePage': (call) =>
        variablesOf(call).expectedVersion === version
          ? saved({ version: ++version })
          : graphRefusal('PAGE_CHANGED', 412, 'Changed.'),
    });
    await open('page-1');
    fill(await screen.findByLabelText('About you'), 'Mine');
    await save();
    await screen.findByText('This page was changed somewhere else');
    expect(field('About you').value).toBe('Mine');
    await userEvent.click(screen.getByRole('button', { name: 'Save my version' }));
    await screen.findByText('Page saved successfully!');
    expect(variablesOf(calls.at(-1))).toMatchObject({ input: { profile: { bio: 'Mine' } } });
  });

  it('after a concurrent change can show the other version and restore the own one', async () => {
    const calls = fakeApi({
      'GRAPH Editor': () => (calls.length === 1 ? read() : read({ displayName: 'Theirs', version: 4 })),
      'GRAPH UpdatePage': graphRefusal('PAGE_CHANGED', 412, 'Changed.'),
    });
    await open('page-1');
    fill(await screen.findByLabelText('About you'), 'Mine');
    await save();
    await userEvent.click(await screen.findByRole('button', { name: 'Show the other version' }));
    await waitFor(() => expect(field('Display name').value).toBe('Theirs'));
    // A reload restores the own version, too.
    expect(sessionStorage.getItem('draft:user-1:page-1')).toContain('Mine');
    await userEvent.click(screen.getByRole('button', { name: 'Restore my version' }));
    expect(field('About you').value).toBe('Mine');
    expect(field('Display name').value).toBe('Berline Démo');
  });

  it('restores unsaved changes after a reload', async () => {
    fakeApi({ 'GRAPH Editor': read() });
    await open('page-1');
    fill(await screen.findByLabelText('Company'), 'Draft');
    cleanup();
    await open('page-1');
    expect(((await screen.findByLabelText('Company')) as HTMLInputElement).value).toBe('Draft');
    await userEvent.click(screen.getByRole('button', { name: 'Back to the saved version' }));
    expect(field('Company').value).toBe('');
    expect(Object.keys(sessionStorage).filter((key) => key.startsWith('draft:'))).toEqual([]);
  });

  it('that is DEACTIVATED shows why, and its state is not sent', async () => {
    const blocked = { state: 'DEACTIVATED' };
    const calls = fakeApi({ 'GRAPH Editor': read(blocked), 'GRAPH UpdatePage': saved(blocked) });
    await open('page-1');
    expect(await screen.findByText('This page is deactivated')).toBeDefined();
    const why = screen.getByRole('link', { name: 'Read the reason' });
    expect(why.getAttribute('href')).toBe('/history/page-1');
    expect(screen.queryByRole('radio', { name: /Your profile is shown/ })).toBeNull();
    await save();
    await screen.findByText('Page saved successfully!');
    expect(variablesOf(calls[1]).input).not.toHaveProperty('state');
  });

  it('shows an error and a retry if it cannot be read', async () => {
    let tries = 0;
    fakeApi({ 'GRAPH Editor': () => (++tries === 1 ? graphRefusal('PAGE_NOT_FOUND', 404, 'Gone') : read()) });
    await open('page-1');
    expect(await screen.findByText('Failed to load page')).toBeDefined();
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByLabelText('Full name')).toBeDefined();
  });
});
