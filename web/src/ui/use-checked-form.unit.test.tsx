import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { chooseLanguage } from '../i18n/i18n.ts';
import { startAllTexts } from '../testing/all-texts.ts';
import { FailureNotice } from './notice.tsx';
import { TextField } from './text-field.tsx';
import { type Refusal, useCheckedForm } from './use-checked-form.ts';

interface Values {
  first: string;
  second: string;
}

/** Both are required and must be equal. */
function check({ first, second }: Values): Refusal<Values> | undefined {
  const fields = {
    ...(first === '' && { first: 'credentials.passwordRequired' as const }),
    ...(second === '' && { second: 'credentials.confirmRequired' as const }),
  };
  if (Object.keys(fields).length > 0) return { summary: 'credentials.fillAll', fields };
  return first === second ? undefined : { summary: 'credentials.mismatch', fields: { second: 'credentials.mismatch' } };
}

interface FormProps {
  readonly refused?: boolean;
  readonly onSend?: (values: Values) => void;
}

function Form({ refused = false, onSend }: FormProps) {
  const { form, failure, errorOf, setFailure, submit } = useCheckedForm<Values>({ first: '', second: '' }, check);
  const send = async (values: Values) => {
    onSend?.(values);
    if (refused) setFailure({ text: 'Not this one.', offline: false }, 'first');
  };
  return (
    <form onSubmit={submit(send)}>
      <FailureNotice failure={failure} />
      <TextField {...form.register('first')} label="first" error={errorOf('first')} />
      <TextField {...form.register('second')} label="second" error={errorOf('second')} />
      <button type="submit">send</button>
    </form>
  );
}

beforeEach(async () => {
  await startAllTexts();
  await chooseLanguage('en');
});

const field = (name: string) => screen.getByLabelText(name);
const isWrong = (name: string) => field(name).getAttribute('aria-invalid') === 'true';
const type = (name: string, text: string) => userEvent.type(field(name), text);
const send = () => userEvent.click(screen.getByRole('button', { name: 'send' }));
const summary = () => screen.queryByRole('alert')?.textContent;

it('shows no errors before the first submit', async () => {
  render(<Form />);
  await type('first', 'a');
  await userEvent.clear(field('first'));
  expect(isWrong('first')).toBe(false);
});

it('rechecks reported errors on each change, and no others', async () => {
  render(<Form />);
  await send();
  expect([isWrong('first'), isWrong('second'), summary()]).toEqual([true, true, 'Please fill in all fields']);
  expect(document.activeElement).toBe(field('first'));
  await type('first', 'ab');
  expect([isWrong('first'), isWrong('second')]).toEqual([false, true]);
  await type('second', 'a');
  expect(screen.getAllByText('Passwords do not match')).toHaveLength(2);
  await type('second', 'b');
  expect([isWrong('first'), isWrong('second'), summary()]).toEqual([false, false, undefined]);
  await type('second', 'c');
  expect(isWrong('second')).toBe(false);
});

it('repeats the error of a single field only for screen readers', async () => {
  render(<Form refused />);
  const look = () => screen.queryByRole('alert')?.classList.contains('notice--at-field');
  await send();
  expect(look()).toBe(false);
  await type('first', 'a');
  expect([summary(), look()]).toEqual(['Please fill in all fields', false]);
  await type('second', 'b');
  expect([summary(), look()]).toEqual(['Passwords do not match', true]);
  await type('first', '{Backspace}b');
  await send();
  expect([summary(), look()]).toEqual(['Not this one.', true]);
});

it('clears a mismatch when either field is corrected', async () => {
  render(<Form />);
  await type('first', 'ab');
  await type('second', 'abc');
  await send();
  expect(isWrong('second')).toBe(true);
  await type('first', 'c');
  expect([isWrong('second'), summary()]).toEqual([false, undefined]);
});

it('keeps a server error until its field changes', async () => {
  render(<Form refused />);
  await type('first', 'a');
  await type('second', 'a');
  await send();
  expect(screen.getAllByText('Not this one.')).toHaveLength(2);
  await type('second', 'b');
  expect(isWrong('first')).toBe(true);
  await type('first', 'b');
  expect([isWrong('first'), summary()]).toEqual([false, undefined]);
});

it('sends text that a password manager filled in without an event', async () => {
  const sent: Values[] = [];
  render(<Form onSend={(values) => sent.push(values)} />);
  for (const name of ['first', 'second']) Object.assign(field(name), { value: 'secret' });
  await send();
  expect(sent).toEqual([{ first: 'secret', second: 'secret' }]);
});

it('does not send a date that is filled in by half, and says so at its field', async () => {
  const sent: Values[] = [];
  render(<Form onSend={(values) => sent.push(values)} />);
  await type('first', 'a');
  await type('second', 'a');
  const half = vi.spyOn(field('second') as HTMLInputElement, 'validity', 'get');
  half.mockReturnValue({ ...(field('second') as HTMLInputElement).validity, badInput: true });
  await send();
  expect([isWrong('first'), isWrong('second'), sent]).toEqual([false, true, []]);
  expect(screen.getAllByText('This entry is incomplete.')).toHaveLength(2);
  expect(document.activeElement).toBe(field('second'));
  half.mockRestore();
  await send();
  expect(sent).toEqual([{ first: 'a', second: 'a' }]);
});
