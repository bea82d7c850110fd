import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

/** Answers the question of a dialog, and returns its words. */
export async function answerQuestion(yes: boolean): Promise<string> {
  const dialog = await screen.findByRole('alertdialog');
  const words = dialog.textContent ?? '';
  const [action, cancel] = within(dialog).getAllByRole('button');
  await userEvent.click((yes ? action : cancel) ?? dialog);
  await waitFor(() => {
    if (dialog.isConnected) throw new Error('The question is still shown');
  });
  return words;
}
