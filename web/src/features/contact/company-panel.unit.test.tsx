import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderScreen } from '../../testing/render-screen.tsx';
import { CompanyPanel } from './contact-page.tsx';

it('shows what the operator has set', async () => {
  const company = { name: 'Volant SARL', address: '1 rue de l’Exemple\n75001 Paris', email: 'contact@example.org' };
  await renderScreen(() => <CompanyPanel company={company} />, '/contact');
  expect(screen.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual([
    'Volant SARL',
    '1 rue de l’Exemple\n75001 Paris',
    'contact@example.org',
    'Within 24-48 hours, except on Saturdays and Sundays',
  ]);
  expect(screen.getByRole('link').getAttribute('href')).toBe('mailto:contact@example.org');
});

it('omits unset details, but shows the response time', async () => {
  await renderScreen(() => <CompanyPanel company={{}} />, '/contact');
  expect(screen.getAllByRole('term').map(({ textContent }) => textContent)).toEqual(['Response time']);
  expect(screen.queryByRole('link')).toBeNull();
});
