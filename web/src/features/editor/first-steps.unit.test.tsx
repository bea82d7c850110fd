import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { endSession, startSession } from '../../session/session.ts';
import { fakeApi, graphAnswer, graphRefusal, variablesOf } from '../../testing/fake-api.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { samplePage, samplePicture, sampleProfile, sampleSession } from '../../testing/samples.ts';
import { Component as EditorPage } from './editor-page.tsx';
import { valuesOf } from './editor-values.ts';
import { firstStepOf } from './step.ts';

const claimed = { displayName: '', profile: sampleProfile({ name: '', phone: '' }) };
const read = { 'GRAPH Editor': graphAnswer({ page: samplePage(claimed) }) };
const named = (version: number, phone = '') =>
  graphAnswer({ updatePage: samplePage({ version, profile: sampleProfile({ name: 'Camille', phone }) }) });
const open = () => renderScreen(EditorPage, '/editor/:id', '/editor/page-1');
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  endSession('expired');
  startSession(sampleSession, false);
});

describe('a claimed card without a name', () => {
  it('is filled in three steps, saved with the name and with the number, and turns over to its code', async () => {
    let version = 3;
    const calls = fakeApi({
      ...read,
      'POST /api/pages/upload-image': { body: { success: true, imageUrl: '/uploads/me.webp' } },
      'GRAPH UpdatePage': () => named(++version),
    });
    await open();
    await screen.findByText('Step 1 of 3');
    await userEvent.upload(screen.getByLabelText('Choose a photo'), samplePicture());
    await press('Continue');
    await screen.findByText('Step 2 of 3');
    expect(calls.map(({ path }) => path)).toEqual(['/graphql', '/api/pages/upload-image']);
    expect(document.activeElement).toBe(screen.getByLabelText('Full name'));
    await userEvent.keyboard('Camille{Enter}');
    await screen.findByText('Step 3 of 3');
    const sent = calls.filter(({ path }) => path === '/graphql').slice(1);
    expect(variablesOf(sent[0]).input).toMatchObject({
      displayName: 'Camille',
      avatar: '/uploads/me.webp',
      profile: { name: 'Camille' },
    });
    expect(document.querySelector('.live-card')?.textContent).toContain('Camille');
    await userEvent.keyboard('0639980007{Enter}');
    expect(await screen.findByRole('heading', { name: 'Show it to somebody' })).toBeDefined();
    expect(screen.getByRole('img', { name: 'QR code of Camille' })).toBeDefined();
    expect(variablesOf(calls.at(-1))).toMatchObject({
      expectedVersion: 4,
      input: { profile: { phone: '+33 6 39 98 00 07' } },
    });
  });

  it('keeps a second number of the phone field as an item', async () => {
    let version = 3;
    const calls = fakeApi({ ...read, 'GRAPH UpdatePage': () => named(++version) });
    await open();
    await press('Skip this step');
    await userEvent.keyboard('Camille{Enter}');
    await screen.findByText('Step 3 of 3');
    await userEvent.keyboard('06 39 98 00 07 / 06 39 98 00 08');
    await screen.findByText(/06 39 98 00 08|6 39 98 00 08/);
    await press('Finish');
    expect(await screen.findByRole('heading', { name: 'Show it to somebody' })).toBeDefined();
    const { profile } = variablesOf(calls.at(-1)).input as { profile: { phone: string; customFields: object[] } };
    expect(profile.phone).toBe('+33 6 39 98 00 07');
    expect(profile.customFields).toMatchObject([{ value: expect.stringContaining('39') }]);
  });

  it('has its photo again after the tab was left and opened again', async () => {
    const calls = fakeApi({
      ...read,
      'POST /api/pages/upload-image': { body: { success: true, imageUrl: '/uploads/me.webp' } },
      'GRAPH UpdatePage': named(4),
    });
    await open();
    await screen.findByText('Step 1 of 3');
    await userEvent.upload(screen.getByLabelText('Choose a photo'), samplePicture());
    await press('Continue');
    await screen.findByText('Step 2 of 3');
    cleanup();
    await open();
    expect(await screen.findByLabelText('Change')).toBeDefined();
    await press('Continue');
    await userEvent.keyboard('Camille{Enter}');
    await screen.findByText('Step 3 of 3');
    expect(variablesOf(calls.at(-1)).input).toMatchObject({ avatar: '/uploads/me.webp' });
    expect(calls.filter(({ path }) => path === '/api/pages/upload-image')).toHaveLength(1);
  });

  it('says after a reload that a photo not sent yet was lost', async () => {
    fakeApi(read);
    await open();
    await userEvent.upload(await screen.findByLabelText('Choose a photo'), samplePicture());
    await screen.findByLabelText('Change');
    cleanup();
    await open();
    expect(await screen.findByText(/^The photo you chose had not been sent yet/)).toBeDefined();
    expect(screen.queryByText('We restored your unsaved changes.')).toBeNull();
    expect(screen.getByRole('button', { name: 'Skip this step' })).toBeDefined();
  });

  it('keeps the first step and says why if the photo cannot be stored', async () => {
    fakeApi({ ...read, 'POST /api/pages/upload-image': { status: 500, body: {} } });
    await open();
    await screen.findByText('Step 1 of 3');
    await userEvent.upload(screen.getByLabelText('Choose a photo'), samplePicture());
    await press('Continue');
    expect((await screen.findAllByRole('alert')).some(({ textContent }) => textContent !== '')).toBe(true);
    expect(screen.getByText('Step 1 of 3')).toBeDefined();
  });

  it('keeps the step and the input if a save fails, and shows all fields on request', async () => {
    fakeApi({ ...read, 'GRAPH UpdatePage': graphRefusal('INTERNAL', 500, 'Broken.') });
    await open();
    await screen.findByText('Step 1 of 3');
    await press('Skip this step');
    await userEvent.keyboard('Camille{Enter}');
    expect(await screen.findByText('Broken.')).toBeDefined();
    expect(screen.getByText('Step 2 of 3')).toBeDefined();
    await press('All fields');
    expect(screen.getByLabelText<HTMLInputElement>('Full name').value).toBe('Camille');
    expect(screen.getByText('Not saved: try again')).toBeDefined();
  });

  it('needs a name', async () => {
    const calls = fakeApi(read);
    await open();
    await screen.findByText('Step 1 of 3');
    await press('Skip this step');
    await press('Continue');
    await waitFor(() => expect(screen.getByLabelText('Full name').getAttribute('aria-invalid')).toBe('true'));
    await press('Back');
    expect(screen.getByText('Step 1 of 3')).toBeDefined();
    expect(calls).toHaveLength(1);
  });
});

it.each([
  ['a page without a name', claimed, false, 'photo'],
  ['a page with a name', {}, false, undefined],
  ['a page without a photo, if requested', {}, true, 'photo'],
  [
    'a page without a number, if requested',
    { avatar: '/a.webp', profile: sampleProfile({ phone: '' }) },
    true,
    'number',
  ],
  ['a complete page, if requested', { avatar: '/a.webp' }, true, undefined],
] as const)('the first step of %s', (_, changes, requested, step) => {
  expect(firstStepOf(valuesOf(samplePage(changes)), requested)).toBe(step);
});
