import { useState } from 'react';
import {
  type DefaultValues,
  type FieldErrors,
  type FieldValues,
  type Path,
  type UseFormReturn,
  useForm,
} from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { type Failure, ownFailure } from '../api/failure.ts';
import type { TextKey } from '../i18n/text-key.ts';

/** What is wrong with a form: one sentence for the whole, and one for each field it concerns. */
export interface Refusal<Values> {
  readonly summary: TextKey;
  readonly fields: Readonly<Partial<Record<keyof Values & string, TextKey>>>;
}

export interface CheckedForm<Values extends FieldValues> {
  readonly form: UseFormReturn<Values>;
  /** Counts the submits, so that the same failure twice is told twice. */
  readonly attempt: number;
  readonly failure: Failure | undefined;
  readonly setFailure: (failure: Failure | undefined) => void;
  /** The server found one field wrong: says so at the field, too, and takes the focus there. */
  readonly refuseField: (name: Path<Values>, failure: Failure) => void;
  /** What is wrong with one field, in words. */
  readonly errorOf: (name: Path<Values>) => string | undefined;
  readonly submit: (send: (values: Values) => Promise<void>) => (event?: React.BaseSyntheticEvent) => Promise<void>;
}

/** Type of an error whose message is words already; that of a check is their key. */
const SERVER = 'server';

/** A form whose checks are one pure function; the first wrong field takes the focus and nothing typed is lost. */
export function useCheckedForm<Values extends FieldValues>(
  defaultValues: DefaultValues<Values>,
  check: (values: Values) => Refusal<Values> | undefined,
): CheckedForm<Values> {
  const { t } = useTranslation();
  const [failure, setFailure] = useState<Failure>();
  const [attempt, setAttempt] = useState(0);
  const form = useForm<Values>({
    defaultValues,
    reValidateMode: 'onSubmit',
    resolver: (values) => {
      const refusal = check(values);
      if (refusal === undefined) return { values, errors: {} };
      const errors = Object.fromEntries(
        Object.entries(refusal.fields).map(([name, key]) => [name, { type: 'check', message: key }]),
      );
      return { values: {}, errors: errors as FieldErrors<Values> };
    },
  });
  return {
    form,
    attempt,
    failure,
    setFailure,
    refuseField: (name, refusal) => {
      setFailure(refusal);
      const message = 'text' in refusal ? refusal.text : t(refusal.key);
      form.setError(name, { type: SERVER, message }, { shouldFocus: true });
    },
    errorOf: (name) => {
      const error = form.getFieldState(name, form.formState).error;
      return error?.type === SERVER ? error.message : error?.message && t(error.message as TextKey);
    },
    submit: (send) => (event) => {
      setAttempt((count) => count + 1);
      return form.handleSubmit(
        (values) => {
          setFailure(undefined);
          return send(values);
        },
        () => {
          const refusal = check(form.getValues());
          setFailure(refusal && ownFailure(refusal.summary));
        },
      )(event);
    },
  };
}
