import { useEffect, useRef, useState } from 'react';
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
const CHECK = 'check';

/**
 * A form whose checks are one pure function; the first wrong field takes the focus and nothing typed is lost. What was
 * found wrong is judged again at each change, so that nothing stays red that has been corrected.
 */
export function useCheckedForm<Values extends FieldValues>(
  defaultValues: DefaultValues<Values>,
  check: (values: Values) => Refusal<Values> | undefined,
): CheckedForm<Values> {
  const { t } = useTranslation();
  const [failure, tellFailure] = useState<Failure>();
  const found = useRef<Findings<Values>>({ wrong: new Set(), summaryOf: undefined });
  const [attempt, setAttempt] = useState(0);
  const form = useForm<Values>({
    defaultValues,
    reValidateMode: 'onSubmit',
    resolver: (values) => {
      const refusal = check(values);
      if (refusal === undefined) return { values, errors: {} };
      const errors = Object.fromEntries(
        Object.entries(refusal.fields).map(([name, key]) => [name, { type: CHECK, message: key }]),
      );
      return { values: {}, errors: errors as FieldErrors<Values> };
    },
  });
  const setFailure = (told: Failure | undefined) => {
    found.current.summaryOf = undefined;
    tellFailure(told);
  };

  useEffect(() => {
    const judgeAgain = (values: Values, changed: string | undefined) => {
      const { wrong, summaryOf } = found.current;
      if (wrong.size === 0) return;
      const refusal = check(values);
      for (const name of wrong) {
        const key = refusal?.fields[name];
        // Only the server knows whether its word still holds: it goes with the first change.
        if (summaryOf === SERVER && changed !== name) continue;
        if (key !== undefined && summaryOf !== SERVER) form.setError(name, { type: CHECK, message: key });
        else {
          form.clearErrors(name);
          wrong.delete(name);
        }
      }
      if (summaryOf === CHECK) tellFailure((told) => toldAgain(told, refusal?.summary));
      if (summaryOf === SERVER && wrong.size === 0) tellFailure(undefined);
    };
    return form.subscribe({
      formState: { values: true },
      callback: ({ values, name }) => judgeAgain(values as Values, name),
    });
  }, [form, check]);

  return {
    form,
    attempt,
    failure,
    setFailure,
    refuseField: (name, refusal) => {
      tellFailure(refusal);
      found.current = { wrong: new Set([name]), summaryOf: SERVER };
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
          found.current.wrong.clear();
          setFailure(undefined);
          return send(values);
        },
        () => {
          const refusal = check(form.getValues());
          tellFailure(refusal && ownFailure(refusal.summary));
          const wrong = Object.keys(refusal?.fields ?? {}) as Path<Values>[];
          found.current = { wrong: new Set(wrong), summaryOf: CHECK };
        },
      )(event);
    },
  };
}

/** What the latest submit has found wrong and nobody has corrected yet. */
interface Findings<Values extends FieldValues> {
  readonly wrong: Set<Path<Values>>;
  /** Who said so in the sentence for the whole form. */
  summaryOf: typeof CHECK | typeof SERVER | undefined;
}

/** What is no longer shown is not shown again, and what is shown stays the same where it says the same. */
function toldAgain(told: Failure | undefined, summary: TextKey | undefined): Failure | undefined {
  if (told === undefined || summary === undefined) return undefined;
  return 'key' in told && told.key === summary ? told : ownFailure(summary);
}
