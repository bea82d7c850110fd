import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, it } from 'vitest';
import { chooseLanguage } from '../../i18n/i18n.ts';
import { startAllTexts } from '../../testing/all-texts.ts';
import { standInForBrowser } from '../../testing/render-screen.tsx';
import { Component as ContactInfoPage } from './contact-info-page.tsx';

const company = {
  name: 'Volant (demo)',
  corporation: 'Exemple SAS',
  address: '1 rue de l’Exemple\n75001 Paris',
  email: 'contact@example.com',
  location: 'Paris, France',
};

async function open(given: Partial<typeof company>) {
  cleanup();
  standInForBrowser();
  await startAllTexts();
  await chooseLanguage('en');
  const children = [{ index: true, element: <ContactInfoPage /> }];
  const router = createMemoryRouter([{ id: 'root', path: '/', loader: () => ({ company: given }), children }]);
  render(<RouterProvider router={router} />);
  await screen.findByRole('heading', { level: 1 });
}

const fact = (term: string) => screen.queryByText(term, { selector: 'dt' })?.nextElementSibling ?? null;

it('shows the operator, the contact details and the legal texts', async () => {
  await open(company);
  expect(fact('Response time')?.textContent).toContain('24');
  expect(fact('Trade name')?.textContent).toBe(company.name);
  expect(fact('Company')?.textContent).toBe(company.corporation);
  expect(fact('Address')?.textContent).toContain(company.address);
  expect(fact('Email address')?.querySelector('a')?.getAttribute('href')).toBe(`mailto:${company.email}`);
  expect(fact('Location')?.textContent).toBe(company.location);
  const links = within(screen.getByRole('navigation', { name: 'See also' })).getAllByRole('link');
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    '/our-story',
    '/refund-policy',
    '/shipping-policy',
    '/terms-of-service',
    '/privacy-policy',
    '/licences.txt',
  ]);
});

it('omits what the operator has not set', async () => {
  await open({});
  expect(fact('Response time')).not.toBeNull();
  for (const term of ['Trade name', 'Company', 'Address', 'Email address', 'Location']) expect(fact(term)).toBeNull();
});

it('copies the address, and confirms it', async () => {
  const user = userEvent.setup();
  await open(company);
  await user.click(screen.getByRole('button', { name: 'Copy address' }));
  expect(await screen.findByText('Copied', { selector: '[role=status]' })).toBeDefined();
  expect(await navigator.clipboard.readText()).toBe(company.address);
});
