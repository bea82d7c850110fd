import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { endSession, startSession } from '../../session/session.ts';
import { fakeApi, graphAnswer, graphRefusal, variablesOf } from '../../testing/fake-api.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { samplePage, samplePicture, sampleProfile, sampleSession } from '../../testing/samples.ts';
import { Component as EditorPage } from './editor-page.tsx';

const UPLOAD = 'POST /api/pages/upload-image';
const WORDS = 'The server’s words.';
const item = (name: string, value: string) => ({ id: `id-${name}`, name, value, icon: '', color: '' });
const page = samplePage({ profile: sampleProfile({ customFields: [item('Hours', 'x'), item('Reviews', 'y')] }) });
const refusing = (field: string) => graphRefusal('VALIDATION_FAILED', 400, WORDS, field);

async function open(answers: Parameters<typeof fakeApi>[0]) {
  const calls = fakeApi({ 'GRAPH Editor': graphAnswer({ page }), ...answers });
  await renderScreen(EditorPage, '/editor/:id', '/editor/page-1');
  await screen.findByLabelText('Full name');
  return calls;
}
const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name);
const save = () => userEvent.click(screen.getByRole('button', { name: 'Save' }));
const choose = (file: File) =>
  userEvent.upload(screen.getByLabelText(/Choose a photo|Change$/), file, { applyAccept: false });
const noteOf = (element: HTMLElement) =>
  (element.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent)
    .join(' ');

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  endSession('expired');
  startSession(sampleSession, false);
});

it.each([
  ['About you', 'profile.bio'],
  ['Company', 'profile.company'],
  ['Legal notice', 'profile.legalNotice'],
  ['Full name', 'input.profile.name'],
  ['Display name', 'displayName'],
])('a server refusal marks “%s”, focuses it and describes it', async (label, path) => {
  await open({ 'GRAPH UpdatePage': refusing(path) });
  await save();
  await waitFor(() => expect(field(label).getAttribute('aria-invalid')).toBe('true'));
  expect(document.activeElement).toBe(field(label));
  expect(noteOf(field(label))).toContain(WORDS);
  await userEvent.type(field(label), 'x');
  expect(field(label).getAttribute('aria-invalid')).toBeNull();
});

it('a refused value opens its item, even if earlier items were not sent', async () => {
  await open({ 'GRAPH UpdatePage': refusing('profile.customFields.0.value') });
  await userEvent.click(screen.getByRole('button', { name: /Hours/, expanded: false }));
  await userEvent.clear(field('Value or link'));
  await userEvent.click(screen.getByRole('button', { name: /Hours/, expanded: true }));
  await save();
  const value = await screen.findByLabelText<HTMLInputElement>('Value or link');
  expect(value.value).toBe('y');
  await waitFor(() => expect(document.activeElement).toBe(value));
  expect(value.getAttribute('aria-invalid')).toBe('true');
  expect(noteOf(value)).toContain(WORDS);
});

it('a refusal of an unknown field is shown for the whole form', async () => {
  await open({ 'GRAPH UpdatePage': refusing('profile.unknown') });
  await save();
  expect(await screen.findByText(WORDS)).toBeDefined();
  expect(document.querySelector('[aria-invalid]')).toBeNull();
});

it('the error of a refused picture disappears when “Page saved” shows', async () => {
  await open({ 'GRAPH UpdatePage': graphAnswer({ updatePage: { ...page, version: 4 } }) });
  await choose(new File(['GIF89a'], 'me.gif', { type: 'image/gif' }));
  await screen.findByText('Please select a PNG, JPG, or JPEG image');
  await save();
  await screen.findByText('Page saved successfully!');
  expect(screen.queryByText('Please select a PNG, JPG, or JPEG image')).toBeNull();
});

it('a refused picture shows its error until another is chosen', async () => {
  await open({ [UPLOAD]: { status: 400, body: { success: false, error: WORDS, code: 'IMAGE_INVALID' } } });
  await choose(samplePicture());
  await save();
  const input = screen.getByLabelText(/Change$/);
  await waitFor(() => expect(input.getAttribute('aria-invalid')).toBe('true'));
  expect(noteOf(input)).toContain(WORDS);
  await choose(samplePicture(200, 'other.png'));
  await waitFor(() => expect(input.getAttribute('aria-invalid')).toBeNull());
});

it('removes invisible characters from pasted text; a name of only those is empty', async () => {
  const calls = await open({ 'GRAPH UpdatePage': graphAnswer({ updatePage: { ...page, version: 4 } }) });
  await userEvent.clear(field('Full name'));
  await userEvent.type(field('Full name'), '\u200b\u2060');
  await save();
  await screen.findByText('Enter your full name');
  expect(calls).toHaveLength(1);
  await userEvent.type(field('Full name'), 'Zoé\u202c');
  await userEvent.type(field('Company'), '\u2066Berline\u2069\u00ad SARL\ufeff');
  await save();
  await screen.findByText('Page saved successfully!');
  expect(variablesOf(calls[1]).input).toMatchObject({ profile: { name: 'Zoé', company: 'Berline SARL' } });
});
