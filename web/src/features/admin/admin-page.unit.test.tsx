import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { chooseLanguage } from '../../i18n/i18n.ts';
import texts from '../../i18n/texts/admin.en.json';
import { endSession, startSession } from '../../session/session.ts';
import { fakeApi } from '../../testing/fake-api.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { sampleSession } from '../../testing/samples.ts';
import { Component as AdminPage } from './admin-page.tsx';

function signInAs(role: 'ADMIN' | 'SUPERADMIN'): void {
  startSession({ ...sampleSession, user: { ...sampleSession.user, role } }, false);
}

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  endSession('expired');
  signInAs('ADMIN');
  fakeApi({});
});

const open = (at = '/admin') => renderScreen(AdminPage, '/admin', at);
const selected = () => screen.getByRole('tab', { selected: true }).textContent;

const tabs = () => screen.getAllByRole('tab').map(({ textContent }) => textContent);

it('has each tab, of the work or behind its settings', async () => {
  signInAs('SUPERADMIN');
  const router = await open();
  const work = tabs();
  await router.navigate('/admin?tab=announcements');
  await vi.waitFor(() => expect(tabs()).not.toEqual(work));
  expect([...work, ...tabs()]).toEqual(Object.values(texts.admin.tab));
});

it('has the state of the system for superadmins only', async () => {
  const router = await open('/admin?tab=system');
  expect(selected()).toBe('Pages');
  await router.navigate('/admin?tab=announcements');
  await vi.waitFor(() => expect(tabs()).toEqual(['Announcements', 'Webhooks', 'API tokens']));
});

it('has a way back to one’s pages, under its own title', async () => {
  await open();
  expect(screen.getByRole('link', { name: 'Your Pages' }).getAttribute('href')).toBe('/dashboard');
  expect(screen.getAllByRole('heading', { level: 1 }).map(({ textContent }) => textContent)).toEqual([
    'Administration',
  ]);
  expect(document.title).toBe('Pages · Administration · Volant');
});

it('keeps the tab in the address, and the state of the other tabs', async () => {
  const router = await open('/admin?tab=bulk&search=a');
  expect(selected()).toBe('Bulk create');
  await userEvent.click(screen.getByRole('tab', { name: 'Users' }));
  expect(selected()).toBe('Users');
  expect(router.state.location.search).toBe('?tab=users&search=a');
  expect(document.title).toBe('Users · Administration · Volant');
  await router.navigate(-1);
  await vi.waitFor(() => expect(selected()).toBe('Bulk create'));
});

it('keeps what is set up rarely behind its settings, at the former addresses of the tabs', async () => {
  const router = await open();
  await userEvent.click(screen.getByRole('link', { name: 'Settings' }));
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Settings');
  expect(selected()).toBe('Announcements');
  await router.navigate('/admin?tab=tokens');
  await vi.waitFor(() => expect(document.title).toBe('API tokens · Settings · Volant'));
  expect(selected()).toBe('API tokens');
  await userEvent.click(screen.getByRole('link', { name: 'Administration' }));
  expect(selected()).toBe('Pages');
});

it('shows the batches at the former address of their tab', async () => {
  await open('/admin?tab=batches');
  expect(selected()).toBe('Bulk create');
});

it('supports arrow keys', async () => {
  const router = await open();
  await userEvent.click(screen.getByRole('tab', { name: 'Pages' }));
  await userEvent.keyboard('{ArrowRight}');
  expect(selected()).toBe('Users');
  await userEvent.keyboard('{ArrowLeft}{ArrowLeft}');
  const last = screen.getAllByRole('tab').at(-1);
  expect(selected()).toBe(last?.textContent);
  expect(document.activeElement).toBe(last);
  await userEvent.keyboard('{Home}');
  expect(selected()).toBe('Pages');
  expect(router.state.location.search).toBe('');
});

it('shows the first tab for an unknown one', async () => {
  await open('/admin?tab=nothing');
  expect(selected()).toBe('Pages');
});

it('is available in French', async () => {
  await open('/admin?tab=users');
  await chooseLanguage('fr');
  await vi.waitFor(() => expect(selected()).toBe('Utilisateurs'));
  expect(document.title).toBe('Utilisateurs · Administration · Volant');
});
