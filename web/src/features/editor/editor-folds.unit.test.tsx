import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { endSession, startSession } from '../../session/session.ts';
import { fakeApi, graphAnswer, graphRefusal, variablesOf } from '../../testing/fake-api.ts';
import { fill } from '../../testing/fill.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { samplePage, sampleProfile, sampleSession } from '../../testing/samples.ts';
import { Component as EditorPage } from './editor-page.tsx';

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  endSession('expired');
  startSession(sampleSession, false);
});

async function open(changes: object = {}) {
  const page = samplePage(changes);
  const calls = fakeApi({
    'GRAPH Editor': graphAnswer({ page }),
    'GRAPH UpdatePage': graphAnswer({ updatePage: page }),
  });
  await renderScreen(EditorPage, '/editor/:id', '/editor/page-1');
  await screen.findByLabelText('Full name');
  return calls;
}

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const fold = (title: string) => {
  const details = screen.getByRole('heading', { level: 2, name: title }).closest('details');
  if (details === null) throw new Error(`${title} does not fold`);
  return details;
};
const save = () => userEvent.click(screen.getByRole('button', { name: 'Save' }));

describe('folded sections', () => {
  it('are closed, and say in one line what is set in them', async () => {
    await open({ indexable: true, profile: sampleProfile({ displayStyle: 'buttons', legalNotice: 'SIRET 123' }) });
    const lines = ['Style', 'Legal notice', 'Title and visibility'].map((title) => [
      fold(title).open,
      fold(title).querySelector('summary')?.textContent,
    ]);
    expect(lines).toEqual([
      [false, 'StyleAction buttons · Volant green'],
      [false, 'Legal noticeSIRET 123'],
      [false, 'Title and visibilityBerline Démo · Active · shown in search engines'],
    ]);
  });

  it('take the business over from another page of the driver', async () => {
    const business = { trade: 'vtc', siren: '732829320', revtc: 'EVTC075200001', showsPlate: true };
    const calls = await open();
    const page = samplePage();
    const other = samplePage({ id: 'page-2', displayName: 'Van', profile: sampleProfile(business) });
    fakeApi({
      'GRAPH BusinessOfPages': graphAnswer({ myPages: { __typename: 'PageConnection', nodes: [page, other] } }),
      'GRAPH UpdatePage': graphAnswer({ updatePage: page }),
    });
    expect(fold('Business and numbers').querySelector('summary')?.textContent).toContain('No numbers');
    await userEvent.click(screen.getByText('Business and numbers'));
    await userEvent.click(await screen.findByRole('button', { name: 'Take over from “Van”' }));
    expect([field('SIREN').value, field('Number in the register of VTC').value]).toEqual([
      '732829320',
      'EVTC075200001',
    ]);
    expect(calls).toHaveLength(1);
    fill(field('SIREN'), '732 829 321');
    await save();
    await waitFor(() => expect(document.activeElement).toBe(field('SIREN')));
    expect(screen.getByText('This SIREN does not exist: check its nine digits.')).toBeDefined();
  });

  it('open at a missing title, and focus it', async () => {
    const calls = await open();
    await userEvent.clear(field('Display name'));
    await save();
    await waitFor(() => expect(document.activeElement).toBe(field('Display name')));
    expect(fold('Title and visibility').open).toBe(true);
    expect(fold('Legal notice').open).toBe(false);
    expect(calls).toHaveLength(1);
  });

  it('open at a field that the server refuses, and focus it', async () => {
    await open();
    fakeApi({
      'GRAPH UpdatePage': graphRefusal('VALIDATION_FAILED', 400, 'Too long.', 'profile.legalNotice'),
    });
    fill(field('Legal notice'), 'x'.repeat(600));
    await save();
    await waitFor(() => expect(document.activeElement).toBe(field('Legal notice')));
    expect(fold('Legal notice').open).toBe(true);
  });
});

describe('the title of a page', () => {
  it('follows the name', async () => {
    const calls = await open({ displayName: 'Camille', profile: sampleProfile({ name: 'Camille' }) });
    await userEvent.type(field('Full name'), ' Démo');
    expect(field('Display name').value).toBe('Camille Démo');
    await save();
    await screen.findByText('Page saved successfully!');
    expect(variablesOf(calls[1]).input).toMatchObject({ displayName: 'Camille Démo' });
  });

  it('stays once it was changed by hand', async () => {
    await open({ displayName: 'Camille', profile: sampleProfile({ name: 'Camille' }) });
    await userEvent.clear(field('Display name'));
    fill(field('Display name'), 'Night taxi');
    await userEvent.type(field('Full name'), ' Démo');
    expect(field('Display name').value).toBe('Night taxi');
  });
});
