import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderScreen } from '../../testing/render-screen.tsx';
import { Component as OurStoryPage } from './our-story-page.tsx';

it('is French in English too, and links to the products', async () => {
  await renderScreen(OurStoryPage, '/our-story');
  const link = screen.getByRole('link', { name: 'Découvrir nos produits' });
  expect(link.getAttribute('href')).toBe('/');
  expect(link.closest('[lang]')?.getAttribute('lang')).toBe('fr');
  expect(screen.getByText('This text is in French.')).toBeDefined();
});
