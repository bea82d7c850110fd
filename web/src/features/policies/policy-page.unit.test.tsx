import { screen, within } from '@testing-library/react';
import { act } from 'react';
import { describe, expect, it } from 'vitest';
import { chooseLanguage } from '../../i18n/i18n.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { Component as PolicyPage } from './policy-page.tsx';

const main = () => screen.getByRole('article').textContent;

describe.each([
  ['/privacy-policy', 'Privacy policy', 'Politique de confidentialité'],
  ['/terms-of-service', 'Terms of service', 'Conditions d’utilisation'],
  ['/refund-policy', 'Shipping, returns and refunds', 'Livraison, retours et remboursements'],
])('%s', (path, english, french) => {
  it('is available in both languages, with contents that link to each section', async () => {
    await renderScreen(PolicyPage, path);
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(english);
    const contents = within(screen.getByRole('navigation', { name: 'Contents' })).getAllByRole('link');
    for (const link of contents) {
      const section = document.getElementById(link.getAttribute('href')?.slice(1) ?? '');
      expect(section?.querySelector('h2')?.textContent).toBe(link.textContent);
    }
    expect(contents.length).toBeGreaterThan(4);
    await act(() => chooseLanguage('fr'));
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(french);
  });

  it('names the company', async () => {
    await renderScreen(PolicyPage, path);
    expect(main()).not.toContain('{{');
  });
});

it('shows shipping and refunds as one text under different titles', async () => {
  await renderScreen(PolicyPage, '/refund-policy');
  const refund = main();
  expect(document.title).toBe('Refund policy · Volant');
  document.body.replaceChildren();
  await renderScreen(PolicyPage, '/shipping-policy');
  expect(main()).toBe(refund);
  expect(document.title).toBe('Shipping policy · Volant');
});
