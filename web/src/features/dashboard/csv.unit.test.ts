import { expect, it } from 'vitest';
import { csvOf } from './csv.ts';

const rows = [{ date: '2026-11-20', views: 3, clicks: 1 }];

it('writes days as a spreadsheet of the language opens them (acceptance 68)', () => {
  expect(csvOf(['Jour', 'Vues', 'Clics'], rows, 'fr')).toBe('\uFEFFJour;Vues;Clics\r\n2026-11-20;3;1\r\n');
  expect(csvOf(['Day', 'Views', 'Clicks, all'], rows, 'en')).toBe(
    '\uFEFFDay,Views,"Clicks, all"\r\n2026-11-20,3,1\r\n',
  );
});
