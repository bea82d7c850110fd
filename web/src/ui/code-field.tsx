import type { ComponentProps } from 'react';
import type { TextKey } from '../i18n/text-key.ts';
import { TextField } from './text-field.tsx';
import type { Refusal } from './use-checked-form.ts';

export interface CodeValues {
  code: string;
}

/** The check of a form that asks for a code. */
export const checkCode =
  (empty: TextKey) =>
  ({ code }: CodeValues): Refusal<CodeValues> | undefined =>
    code.trim() === '' ? { summary: empty, fields: { code: empty } } : undefined;

/** A code of an authenticator app, or in its place a recovery code. */
export function CodeField(field: ComponentProps<typeof TextField>) {
  return (
    <TextField {...field} autoComplete="one-time-code" autoCapitalize="none" spellCheck={false} dir="ltr" required />
  );
}
