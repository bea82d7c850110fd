import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useLayoutEffect, useState } from 'react';
import { createMemoryRouter, Link, RouterProvider, useNavigate } from 'react-router';
import { beforeEach, describe, expect, it } from 'vitest';
import { readDraft } from '../api/drafts.ts';
import { chooseLanguage } from '../i18n/i18n.ts';
import { startSession } from '../session/session.ts';
import { startAllTexts } from '../testing/all-texts.ts';
import { standInForBrowser } from '../testing/render-screen.tsx';
import { sampleSession } from '../testing/samples.ts';
import { LeaveGuard } from './leave-guard.tsx';
import { useDraftKeeper } from './use-draft-keeper.ts';

function Screen() {
  const [draft, setDraft] = useState({ text: 'typed' });
  useDraftKeeper('note', true, draft);
  return (
    <>
      <Link to="/away">Away</Link>
      <button type="button" onClick={() => setDraft({ text: 'typed, and grouped late' })}>
        Change
      </button>
      <LeaveGuard dirty draft="note" />
    </>
  );
}

/** The screen, and a second one that loads on demand of the test. */
async function open() {
  let letCome = (_: null) => {};
  const loading = new Promise<null>((resolve) => {
    letCome = resolve;
  });
  const router = createMemoryRouter(
    [
      { path: '/', element: <Screen /> },
      { path: '/away', element: <p>arrived</p>, loader: () => loading },
    ],
    { initialEntries: ['/'] },
  );
  render(<RouterProvider router={router} useTransitions={false} />);
  await userEvent.click(await screen.findByRole('link', { name: 'Away' }));
  return () => letCome(null);
}

beforeEach(async () => {
  standInForBrowser();
  sessionStorage.clear();
  startSession(sampleSession, false);
  await startAllTexts();
  await chooseLanguage('en');
});

describe('a draft that the user discards', () => {
  it('is not restored by changes while the next screen loads', async () => {
    const letCome = await open();
    await userEvent.click(await screen.findByRole('button', { name: 'Leave without saving' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Change' }));
    letCome();
    await screen.findByText('arrived');
    // React runs the clean-up after it has shown the next screen.
    await waitFor(() => expect(readDraft('note')).toBeUndefined());
  });
});

/** Navigates in the same render that shows everything as saved. */
function LeavingScreen() {
  const navigate = useNavigate();
  const [dirty, setDirty] = useState(true);
  useLayoutEffect(() => {
    if (!dirty) void navigate('/away');
  }, [dirty, navigate]);
  return (
    <>
      <button type="button" onClick={() => setTimeout(() => setDirty(false))}>
        Save
      </button>
      <LeaveGuard dirty={dirty} draft="note" />
    </>
  );
}

describe('a user who leaves right after saving', () => {
  it('is not asked', async () => {
    const router = createMemoryRouter(
      [
        { path: '/', element: <LeavingScreen /> },
        { path: '/away', element: <p>arrived</p> },
      ],
      { initialEntries: ['/'] },
    );
    render(<RouterProvider router={router} useTransitions={false} />);
    await userEvent.click(await screen.findByRole('button', { name: 'Save' }));
    await screen.findByText('arrived');
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });
});
