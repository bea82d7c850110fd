import { screen } from '@testing-library/react';
import { act } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { endSession } from '../../api/session.ts';
import { SHOW_PRODUCTS } from '../../browser/show-products.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { Component as LandingPage } from './landing-page.tsx';

beforeEach(() => endSession('expired'));

it('shows the products 100 ms after whoever comes for them arrived (acceptance 152)', async () => {
  const router = await renderScreen(LandingPage, '/');
  const seen: string[] = [];
  Element.prototype.scrollIntoView = function () {
    seen.push(this.id);
  };
  vi.useFakeTimers();
  await act(() => router.navigate('/', { state: SHOW_PRODUCTS }));
  vi.advanceTimersByTime(99);
  expect(seen).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(seen).toEqual(['products']);
  vi.useRealTimers();
});

it('leads to our story and to signing up, and shows no dashboard link to a guest (acceptance 32, 33)', async () => {
  await renderScreen(LandingPage, '/');
  expect(screen.getByRole('link', { name: 'Our story' }).getAttribute('href')).toBe('/our-story');
  expect(screen.getByRole('link', { name: 'Create an account' }).getAttribute('href')).toBe('/signup');
  expect(screen.queryByRole('link', { name: /my pages|your pages/i })).toBeNull();
});
