import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { endSession, startSession } from '../../session/session.ts';
import { fakeApi, graphAnswer, graphRefusal, variablesOf } from '../../testing/fake-api.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { sampleMe as me, sampleSession } from '../../testing/samples.ts';
import { Component as AccountPage } from './account-page.tsx';

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  endSession('expired');
  startSession(sampleSession, false);
});

const letter = () => screen.findByRole<HTMLInputElement>('checkbox', { name: 'Receive the letter' });

describe('the weekly letter', () => {
  it('is off at first, and is switched on and off at once', async () => {
    const calls = fakeApi({
      'GRAPH Account': graphAnswer({ me: me() }),
      'GRAPH ChooseLetter': (call) => graphAnswer({ updateProfile: me({ weeklyLetter: variablesOf(call).on }) }),
    });
    await renderScreen(AccountPage, '/account');
    expect((await letter()).checked).toBe(false);
    await userEvent.click(await letter());
    expect(await screen.findByText('Noted: the letter comes on Mondays.')).toBeDefined();
    expect((await letter()).checked).toBe(true);
    await userEvent.click(await letter());
    expect(await screen.findByText('Noted: no more letters.')).toBeDefined();
    expect(calls.slice(1).map(variablesOf)).toEqual([{ on: true }, { on: false }]);
  });

  it('stays as it was if the choice could not be saved', async () => {
    fakeApi({
      'GRAPH Account': graphAnswer({ me: me({ weeklyLetter: true }) }),
      'GRAPH ChooseLetter': graphRefusal('INTERNAL', 500, 'x'),
    });
    await renderScreen(AccountPage, '/account');
    await userEvent.click(await letter());
    expect(await screen.findByText('Your choice could not be saved')).toBeDefined();
    expect((await letter()).checked).toBe(true);
  });
});
