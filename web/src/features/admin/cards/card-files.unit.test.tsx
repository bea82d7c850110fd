import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { chooseLanguage } from '../../../i18n/i18n.ts';
import { fakeDownloads } from '../../../testing/fake-downloads.ts';
import { renderScreen } from '../../../testing/render-screen.tsx';
import { CardFiles } from './card-files.tsx';

const PAGES = [
  { id: 'a', displayName: 'Taxi "Lyon", 1' },
  { id: 'b', displayName: '=HYPERLINK("x")' },
];

it('lists links as CSV in the dialect of the language, without spreadsheet formulas', async () => {
  const downloads = fakeDownloads();
  await renderScreen(() => <CardFiles pages={PAGES} />, '/admin');
  await act(() => chooseLanguage('fr'));
  await userEvent.click(screen.getByRole('button', { name: /CSV/ }));
  await waitFor(() => expect(downloads).toHaveLength(1));
  expect(downloads[0]?.name).toMatch(/^cards-[\dT-]+\.csv$/);
  const { origin } = window.location;
  expect(await downloads[0]?.file.text()).toBe(
    [
      'Identifiant;Nom;Lien du QR code;Lien de la puce NFC',
      `a;"Taxi ""Lyon"", 1";${origin}/d/a?s=qr;${origin}/d/a?s=nfc`,
      `b;"'=HYPERLINK(""x"")";${origin}/d/b?s=qr;${origin}/d/b?s=nfc`,
      '',
    ].join('\r\n'),
  );
});
