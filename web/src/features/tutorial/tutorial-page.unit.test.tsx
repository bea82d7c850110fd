import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { act } from 'react';
import { beforeEach, expect, it } from 'vitest';
import { chooseLanguage } from '../../i18n/i18n.ts';
import { endSession, startSession } from '../../session/session.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { sampleSession } from '../../testing/samples.ts';
import { Component as TutorialPage } from './tutorial-page.tsx';

beforeEach(() => {
  localStorage.clear();
  endSession('expired');
});

const IDS = ['step1', 'step2', 'step3', 'step4'];
/** One for each theme; styles show that of the page. */
const sources = (language: string) =>
  IDS.flatMap((id) => [`/tutorial/${id}-${language}.webp`, `/tutorial/${id}-${language}-dark.webp`]);
const pictures = () => screen.getAllByRole<HTMLImageElement>('img').filter((img) => img.src.includes('/tutorial/'));

it('has four steps with links at the top, each with a picture in the language', async () => {
  await renderScreen(TutorialPage, '/tutorial');
  expect([...document.querySelectorAll('section.step')].map(({ id }) => id)).toEqual(IDS);
  const links = within(screen.getByRole('navigation', { name: 'The steps' })).getAllByRole('link');
  expect(links.map((link) => link.getAttribute('href'))).toEqual(IDS.map((id) => `/tutorial#${id}`));
  expect(pictures().map((img) => img.getAttribute('src'))).toEqual(sources('en'));
  for (const { alt } of pictures()) expect(alt.length).toBeGreaterThan(20);
  await act(() => chooseLanguage('fr'));
  expect(pictures().map((img) => img.getAttribute('src'))).toEqual(sources('fr'));
});

it('lists five features, and links to the dashboard only for signed-in users', async () => {
  await renderScreen(TutorialPage, '/tutorial');
  const step3 = document.getElementById('step3');
  if (step3 === null) throw new Error('there is no third step');
  expect(
    within(step3)
      .getAllByRole('heading', { level: 3 })
      .map(({ textContent }) => textContent),
  ).toEqual(['Profile', 'Phone', 'Messaging', 'Links', 'Edit']);
  expect(screen.queryByRole('link', { name: 'Go to my pages' })).toBeNull();
  act(() => startSession(sampleSession, true));
  expect((await within(step3).findByRole('link', { name: 'Go to my pages' })).getAttribute('href')).toBe('/dashboard');
});

it('ends with three benefits and a link to the products', async () => {
  const router = await renderScreen(TutorialPage, '/tutorial');
  const benefits = screen.getByRole('region', { name: 'What you gain' });
  expect(within(benefits).getAllByRole('listitem')).toHaveLength(3);
  await userEvent.click(within(benefits).getByRole('link', { name: 'Choose my card' }));
  expect(router.state.location).toMatchObject({ pathname: '/', state: { showProducts: true } });
});
