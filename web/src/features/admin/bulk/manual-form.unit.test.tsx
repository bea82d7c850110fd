import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  beginAnew,
  chooseOwner,
  type generator,
  inputOf,
  keyOf,
  madeOne,
  open,
  people,
  results,
  sent,
} from '../../../testing/bulk-tab.tsx';
import { fakeApi, graphRefusal } from '../../../testing/fake-api.ts';
import { fill } from '../../../testing/fill.ts';

beforeEach(beginAnew);

describe('a manually created page', () => {
  const fold = () => screen.findByRole('button', { name: 'Create a single page' });
  const unfold = async () => {
    const button = await fold();
    await userEvent.click(button);
    const form = document.getElementById(button.getAttribute('aria-controls') ?? '');
    if (form === null) throw new Error('the button opens nothing');
    const parts = within(form);
    await parts.findByRole('textbox', { name: 'Page ID' });
    return parts;
  };
  const createOne = (form: Awaited<ReturnType<typeof generator>>) =>
    userEvent.click(form.getByRole('button', { name: 'Create the page' }));

  it('is collapsed until it is opened, and keeps the input', async () => {
    fakeApi({});
    await open();
    expect(screen.queryByRole('textbox', { name: 'Page ID' })).toBeNull();
    expect((await fold()).getAttribute('aria-expanded')).toBe('false');
    const form = await unfold();
    await userEvent.type(form.getByRole('textbox', { name: 'Page ID' }), 'abc');
    await userEvent.click(await fold());
    expect(screen.queryByRole('textbox', { name: 'Page ID' })).toBeNull();
    await userEvent.click(await fold());
    expect(form.getByRole<HTMLInputElement>('textbox', { name: 'Page ID' }).value).toBe('abc');
  });

  it('requires an id', async () => {
    const calls = fakeApi({});
    await open();
    const form = await unfold();
    await userEvent.type(form.getByRole('textbox', { name: 'Page ID' }), '  ');
    await createOne(form);
    expect((await form.findByRole('alert')).textContent).toContain('Page ID is required');
    expect(document.activeElement).toBe(form.getByRole('textbox', { name: 'Page ID' }));
    expect(calls).toEqual([]);
  });

  it('has no name and no owner by default, and is listed', async () => {
    const calls = fakeApi({ 'GRAPH CreatePageWithId': madeOne('taxi-1') });
    await open();
    const form = await unfold();
    const states = form.getByRole<HTMLSelectElement>('combobox', { name: 'State' });
    expect([...states.options].map(({ value }) => value)).toEqual(['UNCLAIMED', 'ACTIVE', 'INACTIVE']);
    fill(form.getByRole('textbox', { name: 'Page ID' }), ' taxi-1 ');
    await createOne(form);
    expect((await form.findByRole('status')).textContent).toContain('Page taxi-1 was created.');
    const input = { id: 'taxi-1', state: 'UNCLAIMED', displayName: null, ownerId: null };
    expect(inputOf(sent(calls, 'CreatePageWithId')[0])).toEqual(input);
    expect((await results()).getByRole('link', { name: /taxi-1/ }).getAttribute('href')).toBe('/d/taxi-1');
    expect(form.getByRole<HTMLInputElement>('textbox', { name: 'Page ID' }).value).toBe('');
  });

  it('has the chosen state, name and owner', async () => {
    const calls = fakeApi({ 'GRAPH CreatePageWithId': madeOne('taxi-1'), 'GRAPH OwnersFound': people });
    await open();
    const form = await unfold();
    fill(form.getByRole('textbox', { name: 'Page ID' }), 'taxi-1');
    await userEvent.type(form.getByRole('textbox', { name: 'Display name (optional)' }), 'Taxi');
    await userEvent.selectOptions(form.getByRole('combobox', { name: 'State' }), 'ACTIVE');
    await chooseOwner(form);
    await createOne(form);
    await form.findByRole('status');
    const input = { id: 'taxi-1', state: 'ACTIVE', displayName: 'Taxi', ownerId: 'u1' };
    expect(inputOf(sent(calls, 'CreatePageWithId')[0])).toEqual(input);
  });

  it('reports an owner who vanished at the owner', async () => {
    const refusal = graphRefusal('OWNER_NOT_FOUND', 400, 'No such owner.', 'ownerId');
    fakeApi({ 'GRAPH CreatePageWithId': refusal, 'GRAPH OwnersFound': people });
    await open();
    const form = await unfold();
    fill(form.getByRole('textbox', { name: 'Page ID' }), 'taxi-1');
    await chooseOwner(form);
    await createOne(form);
    const removal = await form.findByRole('button', { name: 'Remove ana' });
    await waitFor(() => expect(document.activeElement).toBe(removal));
    expect(document.getElementById(removal.getAttribute('aria-describedby') ?? '')?.textContent).toBe('No such owner.');
  });

  it.each([
    [graphRefusal('PAGE_ID_TAKEN', 409, 'This page ID is already taken.'), 'This page ID is already taken.'],
    [graphRefusal('INTERNAL', 500, ''), 'Failed to create page(s)'],
  ])('keeps the input if refused, and one key for every retry', async (refusal, words) => {
    const calls = fakeApi({ 'GRAPH CreatePageWithId': refusal });
    await open();
    const form = await unfold();
    fill(form.getByRole('textbox', { name: 'Page ID' }), 'taxi-1');
    await createOne(form);
    expect((await form.findByRole('alert')).textContent).toContain(words);
    expect(form.getByRole<HTMLInputElement>('textbox', { name: 'Page ID' }).value).toBe('taxi-1');
    await createOne(form);
    await waitFor(() => expect(sent(calls, 'CreatePageWithId')).toHaveLength(2));
    expect(new Set(sent(calls, 'CreatePageWithId').map(keyOf)).size).toBe(1);
  });
});
