import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { answerQuestion } from '../../../testing/answer-question.ts';
import {
  beginAnew,
  create,
  generator,
  inputOf,
  made,
  open,
  people,
  results,
  searchOwner,
  sent,
  type,
  WORKBOOK,
  workbook,
} from '../../../testing/bulk-tab.tsx';
import { fakeApi, graphRefusal } from '../../../testing/fake-api.ts';

beforeEach(beginAnew);

describe('the generator', () => {
  it.each(['0', '1001', '', '1.5', 'ten', '-1'])('validates %j during typing, and sends nothing', async (quantity) => {
    const calls = fakeApi({});
    await open();
    const form = await generator();
    const field = form.getByRole('textbox', { name: 'How many pages' });
    await userEvent.clear(field);
    if (quantity !== '') await userEvent.type(field, quantity);
    expect(form.getAllByText('Quantity must be between 1 and 1000')).toHaveLength(1);
    expect(field.getAttribute('aria-invalid')).toBe('true');
    await create();
    expect((await form.findByRole('alert')).textContent).toContain('Quantity must be between 1 and 1000');
    expect(document.activeElement).toBe(field);
    expect(calls).toEqual([]);
    await userEvent.clear(field);
    await userEvent.type(field, '7');
    expect(form.queryByText('Quantity must be between 1 and 1000')).toBeNull();
  });

  it.each(['1', '1000'])('makes %s', async (quantity) => {
    const calls = fakeApi({
      'GRAPH CreateSomePages': made(),
      'GRAPH CreatePages': made('a'),
      [WORKBOOK]: workbook,
    });
    await open();
    await type(await generator(), 'How many pages', quantity);
    await create();
    if (Number(quantity) >= 100) await answerQuestion(true);
    await results();
    const defaults = { quantity: Number(quantity), prefixNote: null, state: 'UNCLAIMED', ownerId: null };
    expect(inputOf(sent(calls, 'CreatePages')[0])).toEqual(defaults);
  });

  it('applies state, prefix note and owner, searched on the server', async () => {
    const calls = fakeApi({ 'GRAPH CreatePages': made('a'), 'GRAPH OwnersFound': people, [WORKBOOK]: workbook });
    await open();
    const form = await generator();
    await userEvent.selectOptions(form.getByRole('combobox', { name: 'State' }), 'INACTIVE');
    await type(form, 'Prefix note (optional)', 'Lyon');
    expect(form.getByText('Names: from “Lyon 01” to “Lyon 10”.')).toBeDefined();
    const searches = () => sent(calls, 'OwnersFound').map(({ body }) => (body as { variables: object }).variables);
    const search = await searchOwner(form);
    expect(document.activeElement).toBe(search);
    await userEvent.type(search, 'an');
    await waitFor(() => expect(searches().at(-1)).toEqual({ search: 'an' }));
    await userEvent.click(await screen.findByRole('option', { name: /ana/ }));
    expect(form.getByText('ana@example.org')).toBeDefined();
    await create();
    await results();
    const input = { quantity: 10, prefixNote: 'Lyon', state: 'INACTIVE', ownerId: 'u1' };
    expect(inputOf(sent(calls, 'CreatePages')[0])).toEqual(input);
  });

  it.each([
    [graphRefusal('OWNER_NOT_FOUND', 400, 'No such owner.'), 'No such owner.'],
    [graphRefusal('INTERNAL', 500, ''), 'Failed to create page(s)'],
  ])('shows the server’s message on failure, or its own', async (refusal, words) => {
    fakeApi({ 'GRAPH CreatePages': refusal });
    await open();
    await create();
    expect((await screen.findByRole('alert')).textContent).toContain(words);
  });

  it('shows the refusal of a note at its field only', async () => {
    fakeApi({ 'GRAPH CreatePages': graphRefusal('VALIDATION_FAILED', 400, 'Too long.', 'prefixNote') });
    await open();
    await create();
    const notice = await screen.findByRole('alert');
    expect(notice.textContent).toContain('Too long.');
    expect(notice.className).toContain('notice--at-field');
    expect(screen.getByRole('textbox', { name: /note/i, description: /Too long/ })).toBeDefined();
  });
});
