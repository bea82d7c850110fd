import { fieldPath } from '@volant/proto/text/field-path';
import { type SyntheticEvent, useEffect, useState } from 'react';
import {
  type DefaultValues,
  type FieldError,
  type FieldValues,
  get,
  type Path,
  type PathValue,
  type ResolverResult,
  type UseFormRegisterReturn,
  type UseFormReturn,
  useForm,
  useWatch,
} from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { type Failure, failureOf, ownFailure, TOO_LONG } from '../api/failure.ts';
import type { TextKey } from '../i18n/text-key.ts';
import { useSingleFlight } from './use-single-flight.ts';

/** Validation errors: a summary for the form, and one error per field. */
export interface Refusal<Values> {
  readonly summary: TextKey;
  readonly fields: Readonly<Partial<Record<keyof Values & string, TextKey>>>;
}

export interface CheckedForm<Values extends FieldValues> {
  readonly form: UseFormReturn<Values>;
  /** Values of this render; `form.getValues()` includes changes since. */
  readonly values: Values;
  /** Number of submits, so that a repeated failure is announced again. */
  readonly attempt: number;
  readonly failure: Failure | undefined;
  /** Shows a failure: at the given field or the one that the server names, if the form has it, and focuses it. */
  readonly setFailure: (failure: Failure | undefined, field?: Path<Values>) => void;
  readonly errorOf: (name: Path<Values>) => string | undefined;
  /** Properties of a field's element: its registration, and its error. */
  readonly field: (name: Path<Values>) => UseFormRegisterReturn & { readonly error: string | undefined };
  readonly submit: (
    send: (values: Values) => Promise<void>,
  ) => (event: SyntheticEvent<HTMLFormElement>) => Promise<void>;
}

/** Maps the server's path of a field to the form's name. */
export type NameOf<Values> = (path: string, values: Values) => string;

/** Types of field errors: the message is the key of a text, or the server's text. */
const KEY = 'key';
const TEXT = 'text';

interface ShownFailure {
  readonly failure: Failure;
  /** It summarizes errors of fields, and goes with the last of them. */
  readonly atFields: boolean;
}

/**
 * A form validated by one pure function. A failed submit focuses the first invalid field and keeps all input. Errors
 * are rechecked on every change, so that they disappear once corrected.
 * @param nameOf maps the server's field names to the form's, if they differ
 */
export function useCheckedForm<Values extends FieldValues>(
  start: Values,
  check: (values: Values) => Refusal<Values> | undefined,
  nameOf: NameOf<Values> = (path) => path,
): CheckedForm<Values> {
  const { t } = useTranslation();
  const [shown, show] = useState<ShownFailure>();
  const [attempt, setAttempt] = useState(0);
  const form = useForm<Values, unknown, Values>({
    defaultValues: start as DefaultValues<Values>,
    resolver: (values) => ({ values, errors: errorsOf(check(values)) }) as ResolverResult<Values>,
    // React Hook Form would check only the changed field, and report errors that the last submit did not.
    reValidateMode: 'onSubmit',
    // It would focus the field that was rendered first, which is not always the upper one.
    shouldFocusError: false,
  });
  const { errors } = form.formState;

  const refuseField = (name: Path<Values>, failure: Failure) => {
    const error = 'text' in failure ? { type: TEXT, message: failure.text } : { type: KEY, message: failure.key };
    form.clearErrors();
    form.setError(name, error, { shouldFocus: true });
    show({ failure, atFields: true });
  };
  const refusedName = (failure: Failure): Path<Values> | undefined => {
    if ('key' in failure && failure.key === TOO_LONG) return longestOf(form.getValues());
    const path = 'field' in failure ? failure.field : undefined;
    if (path === undefined) return undefined;
    const name = nameOf(fieldPath(path).replace(/^blocks\./, ''), form.getValues()) as Path<Values>;
    return form.getValues(name) === undefined ? undefined : name;
  };

  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: ({ name, values, errors: reported = {} }) => {
          const changed: Partial<FieldError> | undefined = get(reported, name ?? '');
          // Only the server knows whether its error still holds: it goes with the first change.
          if (changed !== undefined && changed.type !== KEY) form.clearErrors(name as Path<Values>);
          const refusal = check(values);
          const ours = (Object.entries(reported) as [Path<Values>, FieldError][]).filter(
            ([, { type }]) => type === KEY,
          );
          for (const [field, { message }] of ours) correct(form, field, message, refusal?.fields[field]);
          if (refusal !== undefined) show((before) => updatedFailure(before, refusal.summary));
        },
      }),
    [form, check],
  );

  const errorOf = (name: Path<Values>) => {
    const { type, message } = (get(errors, name) ?? {}) as Partial<FieldError>;
    return message === undefined || type === TEXT ? message : t(message as TextKey);
  };

  return {
    form,
    values: useWatch({ control: form.control }) as Values,
    attempt,
    failure: shownFailure(shown, Object.values(errors)),
    setFailure: (failure, name = failure && refusedName(failure)) => {
      if (failure !== undefined && name !== undefined) refuseField(name, failure);
      else show(failure && { failure, atFields: false });
    },
    errorOf,
    field: (name) => ({ ...form.register(name), error: errorOf(name) }),
    submit: (send) => (event) => {
      setAttempt((count) => count + 1);
      // Password managers may fill in text without an event.
      const element = event.currentTarget;
      for (const { name, type, value } of element.querySelectorAll('input')) {
        const held = form.getValues(name as Path<Values>);
        if (type !== 'radio' && typeof held === 'string' && held !== value) {
          form.setValue(name as Path<Values>, value as PathValue<Values, Path<Values>>);
        }
      }
      return form.handleSubmit(
        (values) => {
          // The browser gives an empty value for a half-filled date.
          const half = [...element.querySelectorAll('input')].find(
            ({ type, validity }) => type !== 'email' && validity.badInput,
          );
          if (half !== undefined) return refuseField(half.name as Path<Values>, ownFailure('form.incomplete'));
          show(undefined);
          return send(values);
        },
        (wrong) => {
          const refusal = check(form.getValues());
          show(refusal && { failure: ownFailure(refusal.summary), atFields: true });
          const fields = [...element.querySelectorAll<HTMLInputElement>('[name]')];
          fields.find(({ name }) => get(wrong, name) !== undefined)?.focus();
        },
      )(event);
    },
  };
}

/**
 * Sends the values of a form, once at a time, and shows a failure.
 * @param failed the text of a failure that the server does not explain, or the failure of an error
 */
export function useSend<Values extends FieldValues>(
  { setFailure }: CheckedForm<Values>,
  failed: TextKey | ((error: unknown) => Failure),
  send: (values: Values) => Promise<unknown>,
) {
  return useSingleFlight(async (values: Values) => {
    try {
      await send(values);
    } catch (error) {
      setFailure(typeof failed === 'string' ? failureOf(error, failed) : failed(error));
    }
  });
}

/** The summary of field errors goes with the last of them; the text of a single one stands at its field already. */
function shownFailure(shown: ShownFailure | undefined, errors: readonly unknown[]): Failure | undefined {
  if (!shown?.atFields) return shown?.failure;
  const [only, ...others] = errors as readonly Partial<FieldError>[];
  if (only === undefined) return undefined;
  const { failure } = shown;
  const same = only.message === ('text' in failure ? failure.text : failure.key);
  return same && others.length === 0 ? { ...failure, atField: true } : failure;
}

function longestOf<Values extends FieldValues>(values: Values): Path<Values> | undefined {
  const texts = Object.entries(values).filter(([, value]) => typeof value === 'string');
  return texts.sort(([, one], [, other]) => other.length - one.length)[0]?.[0] as Path<Values> | undefined;
}

function errorsOf(refusal: Refusal<FieldValues> | undefined) {
  const fields = Object.entries(refusal?.fields ?? {});
  return Object.fromEntries(fields.map(([name, message]) => [name, { type: KEY, message }]));
}

/** Replaces the error of a field by the present one, or removes it. */
function correct<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  field: Path<Values>,
  shown: string | undefined,
  present: TextKey | undefined,
): void {
  if (present === undefined) form.clearErrors(field);
  else if (present !== shown) form.setError(field, { type: KEY, message: present });
}

/** Follows a check's summary: keeps it if the text is unchanged, and does not show a dismissed one again. */
function updatedFailure(shown: ShownFailure | undefined, summary: TextKey): ShownFailure | undefined {
  if (!shown?.atFields || !('key' in shown.failure) || shown.failure.key === summary) return shown;
  return { ...shown, failure: ownFailure(summary) };
}
