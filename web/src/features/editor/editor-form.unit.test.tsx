import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { endSession, startSession } from '../../session/session.ts';
import { type FakeAnswer, fakeApi, graphAnswer, graphRefusal, variablesOf } from '../../testing/fake-api.ts';
import { fill } from '../../testing/fill.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { samplePage, samplePicture, sampleSession } from '../../testing/samples.ts';
import { Component as EditorPage } from './editor-page.tsx';

const UPLOAD = 'POST /api/pages/upload-image';
const read = (changes: object = {}) => ({ 'GRAPH Editor': graphAnswer({ page: samplePage(changes) }) });
const written = (changes: object = {}) => ({
  'GRAPH UpdatePage': graphAnswer({ updatePage: samplePage({ version: 4, ...changes }) }),
});
const open = async () => {
  const router = await renderScreen(EditorPage, '/editor/:id', '/editor/page-1');
  await screen.findByLabelText('Full name');
  return router;
};
const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name);
const save = () => userEvent.click(screen.getByRole('button', { name: 'Save' }));
const choose = (file: File) =>
  userEvent.upload(screen.getByLabelText(/Choose a photo|Change$/), file, { applyAccept: false });
/** A file that is not on the device. */
const unreadable = () =>
  Object.assign(samplePicture(), { slice: () => ({ arrayBuffer: () => Promise.reject(new Error()) }) });
const portrait = () => document.querySelector('.pp-portrait img')?.getAttribute('src');

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  endSession('expired');
  startSession(sampleSession, false);
});

describe('the photo', () => {
  it('shows in the preview at once, and is uploaded with the page, once', async () => {
    const calls = fakeApi({
      ...read(),
      ...written({ avatar: '/uploads/new.jpg' }),
      [UPLOAD]: { body: { success: true, imageUrl: '/uploads/new.jpg' } },
    });
    await open();
    await choose(samplePicture());
    await waitFor(() => expect(portrait()).toMatch(/^blob:/));
    await save();
    await screen.findByText('Page saved successfully!');
    expect(calls.map(({ path }) => path)).toEqual(['/graphql', '/api/pages/upload-image', '/graphql']);
    expect(variablesOf(calls[2]).input).toMatchObject({ avatar: '/uploads/new.jpg' });
    expect(portrait()).toBe('/uploads/new.jpg');
    await save();
    await waitFor(() => expect(calls).toHaveLength(4));
    expect(variablesOf(calls[3]).input).not.toHaveProperty('avatar');
  });

  it('blocks saving the page if its upload fails, and nothing is lost', async () => {
    let answer: FakeAnswer = { status: 500, body: { success: false, error: 'Words of an outage.' } };
    const calls = fakeApi({ ...read(), ...written({ avatar: '/uploads/a.jpg' }), [UPLOAD]: () => answer });
    await open();
    fill(field('About you'), 'Mine');
    await choose(samplePicture());
    await screen.findByText('Change');
    await save();
    expect(await screen.findByText('Failed to upload image')).toBeDefined();
    expect(calls).toHaveLength(2);
    expect(field('About you').value).toBe('Mine');
    answer = { body: { success: true, imageUrl: '/uploads/a.jpg' } };
    await save();
    await screen.findByText('Page saved successfully!');
    expect(variablesOf(calls.at(-1)).input).toMatchObject({ avatar: '/uploads/a.jpg', profile: { bio: 'Mine' } });
  });

  it.each([
    [new File(['GIF89a'], 'me.gif', { type: 'image/gif' }), 'Please select a PNG, JPG, or JPEG image'],
    [samplePicture(5 * 1024 * 1024 + 1), 'Image must be smaller than 5MB'],
    [new File([], 'empty.jpg', { type: 'image/jpeg' }), 'Please select a PNG, JPG, or JPEG image'],
    [unreadable(), 'This file could not be read. If it is in a cloud, download it first.'],
  ])('of the wrong kind or size is rejected before the upload', async (file, text) => {
    const calls = fakeApi(read());
    await open();
    await choose(file);
    expect(await screen.findByText(text)).toBeDefined();
    expect(calls).toHaveLength(1);
  });

  it('can be removed, and returns with the saved version', async () => {
    const calls = fakeApi({ ...read({ avatar: '/uploads/old.jpg' }), ...written() });
    await open();
    await waitFor(() => expect(portrait()).toBe('/uploads/old.jpg'));
    await userEvent.click(screen.getByRole('button', { name: 'Remove' }));
    expect(portrait()).toBeUndefined();
    await save();
    await screen.findByText('Page saved successfully!');
    expect(variablesOf(calls[1]).input).toMatchObject({ avatar: null });
  });
});

it('completes a national number with its country code, and groups it', async () => {
  const calls = fakeApi({ ...read(), ...written() });
  await open();
  await userEvent.clear(field('Phone'));
  fill(field('Phone'), '0639980007');
  await userEvent.tab();
  await waitFor(() => expect(field('Phone').value).toBe('+33 6 39 98 00 07'));
  await save();
  await screen.findByText('Page saved successfully!');
  expect(variablesOf(calls[1])).toMatchObject({ input: { profile: { phone: '+33 6 39 98 00 07' } } });
});

it('keeps the first of several numbers, says so, and makes an item of the other with one tap', async () => {
  const calls = fakeApi({ ...read(), ...written() });
  await open();
  await userEvent.clear(field('Phone'));
  fill(field('Phone'), '06 39 98 00 07 / 07 98 76 54 32');
  await userEvent.tab();
  await waitFor(() => expect(field('Phone').value).toBe('+33 6 39 98 00 07'));
  const note = await screen.findByText(/^We keep the first number: .*This one is not shown: \+33798765432\.$/);
  expect(note.closest('[role="status"]')).not.toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Make it an item of the page' }));
  await waitFor(() => expect(screen.queryByText(/^We keep the first number/)).toBeNull());
  await save();
  await screen.findByText('Page saved successfully!');
  const other = { name: 'Other phone', value: '+33 7 98 76 54 32', icon: 'phone.svg' };
  expect(variablesOf(calls[1])).toMatchObject({
    input: {
      profile: { phone: '+33 6 39 98 00 07', customFields: expect.arrayContaining([expect.objectContaining(other)]) },
    },
  });
});

it('cleans pasted contacts on blur', async () => {
  fakeApi(read());
  await open();
  for (const [label, pasted, cleaned] of [
    ['WhatsApp', 'https://wa.me/33639980007?text=Bonjour', '+33 6 39 98 00 07'],
    ['Email', 'mailto:jean@exemple.fr', 'jean@exemple.fr'],
    ['Website', 'https://https://exemple.fr', 'https://exemple.fr'],
    ['Instagram', 'jean/', 'jean'],
  ] as const) {
    await userEvent.clear(field(label));
    await userEvent.paste(pasted);
    await userEvent.tab();
    await waitFor(() => expect(field(label).value).toBe(cleaned));
  }
});

it('rejects invalid contacts at their fields, and keeps the input', async () => {
  const calls = fakeApi(read());
  await open();
  const wrong = {
    Phone: 'hello',
    WhatsApp: 'sur demande',
    Email: 'nomail',
    Website: 'not a site',
    Instagram: 'Jean D',
  };
  for (const [label, typed] of Object.entries(wrong)) {
    await userEvent.clear(field(label));
    fill(field(label), typed);
  }
  await save();
  await waitFor(() => expect(document.activeElement).toBe(field('Phone')));
  for (const [label, typed] of Object.entries(wrong)) {
    expect([field(label).value, field(label).getAttribute('aria-invalid')]).toEqual([typed, 'true']);
  }
  expect(screen.getByText('This number cannot be called. Enter one number, such as 06 39 98 00 01.')).toBeDefined();
  expect(calls).toHaveLength(1);
});

it('keeps a pasted text that is too long, sends it whole, and shows the limit at its field', async () => {
  const words = 'At most 500 characters.';
  const calls = fakeApi({
    ...read(),
    'GRAPH UpdatePage': graphRefusal('VALIDATION_FAILED', 400, words, 'profile.bio'),
  });
  await open();
  const long = 'x'.repeat(60_000);
  for (const label of ['Display name', 'Full name', 'Company', 'About you', 'Legal notice', 'Website', 'Instagram']) {
    await userEvent.clear(field(label));
    await userEvent.click(field(label));
    await userEvent.paste(long);
    expect([label, field(label).value]).toEqual([label, long]);
  }
  for (const label of ['Website', 'Instagram']) await userEvent.clear(field(label));
  await save();
  await waitFor(() => expect(document.activeElement).toBe(field('About you')));
  expect(screen.getAllByText(words).length).toBeGreaterThan(0);
  expect(variablesOf(calls[1])).toMatchObject({ input: { profile: { bio: long } } });
  expect(field('About you').value).toBe(long);
});

it('shows a server error at its contact', async () => {
  fakeApi({ ...read(), 'GRAPH UpdatePage': graphRefusal('WEBSITE_INVALID', 400, 'No website.', 'profile.website') });
  await open();
  fill(field('Company'), 'Mine');
  await save();
  await waitFor(() => expect(field('Website').getAttribute('aria-invalid')).toBe('true'));
  expect(document.activeElement).toBe(field('Website'));
});

it('offers three styles, modern by default, each previewed at once', async () => {
  fakeApi(read());
  await open();
  await userEvent.click(screen.getByRole('heading', { name: 'Style' }));
  const styles = await screen.findAllByRole<HTMLInputElement>('radio', { name: /cards|labels|buttons/i });
  expect(styles.map(({ value, checked }) => [value, checked])).toEqual([
    ['modern', true],
    ['minimal', false],
    ['buttons', false],
  ]);
  for (const { value } of styles.toReversed()) {
    await userEvent.click(document.querySelector(`input[value="${value}"]`) as HTMLInputElement);
    await waitFor(() => expect(document.querySelector('.pp')?.outerHTML).toContain(`pp-is-${value}`));
  }
});

it('asks before unsaved work is left, and stays on request', async () => {
  fakeApi(read());
  const router = await open();
  fill(field('Company'), 'Mine');
  await userEvent.click(screen.getByRole('link', { name: 'Your Pages' }));
  const dialog = await screen.findByRole('alertdialog');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Keep editing' }));
  expect(router.state.location.pathname).toBe('/editor/page-1');
  await userEvent.click(screen.getByRole('link', { name: 'Your Pages' }));
  await userEvent.click(
    within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Leave without saving' }),
  );
  await waitFor(() => expect(router.state.location.pathname).toBe('/dashboard'));
});

it('shows the preview in a tab beside save on phones, and returns to missing fields', async () => {
  const narrow = (media: string) => Object.assign(new EventTarget(), { matches: false, media });
  vi.stubGlobal('matchMedia', narrow);
  const calls = fakeApi(read());
  await open();
  await userEvent.clear(field('Full name'));
  await userEvent.click(screen.getByRole('tab', { name: 'Preview' }));
  expect(screen.queryByLabelText('Full name')).toBeNull();
  await waitFor(() => expect(document.querySelector('.pp')).not.toBeNull());
  await userEvent.keyboard('{ArrowLeft}');
  expect(document.activeElement).toBe(screen.getByRole('tab', { name: 'Edit', selected: true }));
  await userEvent.keyboard('{ArrowRight}');
  expect(screen.queryByLabelText('Full name')).toBeNull();
  await save();
  await waitFor(() => expect(document.activeElement).toBe(field('Full name')));
  expect(calls).toHaveLength(1);
});

it('returns from the preview to a field that the server refuses, and stays there after other failures', async () => {
  vi.stubGlobal('matchMedia', (media: string) => Object.assign(new EventTarget(), { matches: false, media }));
  let refusal = graphRefusal('PAGE_NOT_FOUND', 404, 'Gone.');
  fakeApi({ ...read(), 'GRAPH UpdatePage': () => refusal });
  await open();
  await userEvent.click(screen.getByRole('tab', { name: 'Preview' }));
  await save();
  await screen.findByText('Gone.');
  expect(screen.queryByLabelText('Company')).toBeNull();
  refusal = graphRefusal('VALIDATION_FAILED', 400, 'The server’s own words.', 'profile.company');
  await save();
  await waitFor(() => expect(document.activeElement).toBe(field('Company')));
  expect(field('Company').getAttribute('aria-invalid')).toBe('true');
});

it('keeps what is typed while a save is under way, as unsaved', async () => {
  let answer = (_: FakeAnswer) => {};
  const answered = new Promise<FakeAnswer>((resolve) => {
    answer = resolve;
  });
  const calls = fakeApi({ ...read(), 'GRAPH UpdatePage': () => answered });
  await open();
  await save();
  await waitFor(() => expect(calls).toHaveLength(2));
  for (const name of ['Phone', 'Company']) fireEvent.change(field(name), { target: { value: '+33 6 39 98 00 07' } });
  answer(graphAnswer({ updatePage: samplePage({ version: 4 }) }));
  await screen.findByText('Page saved successfully!');
  for (const name of ['Phone', 'Company']) expect(field(name).value).toBe('+33 6 39 98 00 07');
  expect(screen.getByText('Unsaved changes')).toBeDefined();
});

it.each([
  [graphRefusal('VALIDATION_FAILED', 400, 'The server’s own words.'), 'The server’s own words.'],
  [{ status: 502, body: 'no JSON of ours' }, 'Failed to save page'],
])('announces a refusal in a live region, and keeps the focus', async (answer, text) => {
  fakeApi({ ...read(), 'GRAPH UpdatePage': answer });
  await open();
  await userEvent.type(field('Company'), 'Mine{Enter}');
  expect((await screen.findByText(text)).closest('[role="alert"]')).not.toBeNull();
  expect(document.activeElement).toBe(field('Company'));
  expect(field('Company').value).toBe('Mine');
});
