import { fieldPath } from '@volant/proto/text/field-label';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Failure, ownFailure } from '../api/failure.ts';
import type { TextKey } from '../i18n/text-key.ts';
import { type FieldName, type FormValues, useFormValues } from './use-form-values.ts';

/** Validation errors: a summary for the form, and one error per field. */
export interface Refusal<Values> {
  readonly summary: TextKey;
  readonly fields: Readonly<Partial<Record<keyof Values & string, TextKey>>>;
}

export interface CheckedForm<Values> {
  readonly form: FormValues<Values>;
  /** Number of submits, so that a repeated failure is announced again. */
  readonly attempt: number;
  readonly failure: Failure | undefined;
  /** Shows a failure: at the field that the server names, if the form has it. */
  readonly setFailure: (failure: Failure | undefined) => void;
  /** Shows a server error at a field and focuses it. */
  readonly refuseField: (name: FieldName<Values>, failure: Failure) => void;
  /** Error text of a field. */
  readonly errorOf: (name: FieldName<Values>) => string | undefined;
  readonly submit: (send: (values: Values) => Promise<void>) => (event?: React.BaseSyntheticEvent) => Promise<void>;
}

/** Maps the server's path of a field to the form's name. */
export type NameOf<Values> = (path: string, values: Values) => string;

/** Sources of an error. */
const SERVER = 'server';
const CHECK = 'check';

/**
 * A form validated by one pure function. A failed submit focuses the first invalid field and keeps all input. Errors
 * are rechecked on every change, so that they disappear once corrected.
 * @param nameOf maps the server's field names to the form's, if they differ
 */
export function useCheckedForm<Values extends object>(
  start: Values,
  check: (values: Values) => Refusal<Values> | undefined,
  nameOf: NameOf<Values> = (path) => path,
): CheckedForm<Values> {
  const { t } = useTranslation();
  const [failure, tellFailure] = useState<Failure>();
  const [wrongs, setWrongs] = useState<Wrongs<Values>>({});
  const found = useRef<Findings<Values>>({ wrong: {}, summaryOf: undefined });
  const [attempt, setAttempt] = useState(0);

  const find = (next: Findings<Values>) => {
    found.current = next;
    setWrongs(next.wrong);
  };
  const setFailure = (told: Failure | undefined) => {
    if (told === undefined) return tellFailure(undefined);
    const name = refusedName(told);
    if (name !== undefined) return refuseField(name, told);
    found.current = { ...found.current, summaryOf: undefined };
    tellFailure(told);
  };
  const refuseField = (name: FieldName<Values>, refusal: Failure) => {
    tellFailure(refusal);
    find({ wrong: { [name]: refusal } as Wrongs<Values>, summaryOf: SERVER });
    form.setFocus(name);
  };
  const refusedName = (told: Failure): FieldName<Values> | undefined => {
    const path = 'field' in told ? told.field : undefined;
    if (path === undefined) return undefined;
    const name = nameOf(fieldPath(path).replace(/^blocks\./, ''), form.getValues()) as FieldName<Values>;
    return form.getValue(name) === undefined ? undefined : name;
  };

  const judgeAgain = (values: Values, changed: FieldName<Values> | undefined) => {
    const { wrong, summaryOf } = found.current;
    const names = Object.keys(wrong) as FieldName<Values>[];
    if (names.length === 0) return;
    const refusal = check(values);
    const wordOf = (name: FieldName<Values>) => {
      // Only the server knows whether its word still holds: it goes with the first change.
      if (summaryOf === SERVER) return changed === name ? undefined : wrong[name];
      const key = fieldsOf(refusal)[name];
      return key === undefined ? undefined : { key };
    };
    const words = names.map((name) => [name, wordOf(name)] as const).filter(([, word]) => word !== undefined);
    const still = Object.fromEntries(words) as Wrongs<Values>;
    find({ wrong: still, summaryOf });
    if (summaryOf === CHECK) tellFailure((told) => toldAgain(told, refusal?.summary));
    if (summaryOf === SERVER && Object.keys(still).length === 0) tellFailure(undefined);
  };
  const form = useFormValues(start, judgeAgain);

  return {
    form,
    attempt,
    failure,
    setFailure,
    refuseField,
    errorOf: (name) => {
      const wrong = wrongs[name];
      return wrong && ('text' in wrong ? wrong.text : t(wrong.key));
    },
    submit: (send) => async (event) => {
      event?.preventDefault();
      setAttempt((count) => count + 1);
      const values = form.getValues();
      const refusal = check(values);
      if (refusal === undefined) {
        find({ wrong: {}, summaryOf: undefined });
        tellFailure(undefined);
        return send(values);
      }
      const fields = fieldsOf(refusal);
      const names = Object.keys(fields) as FieldName<Values>[];
      tellFailure(ownFailure(refusal.summary));
      find({
        wrong: Object.fromEntries(names.map((name) => [name, { key: fields[name] }])) as Wrongs<Values>,
        summaryOf: CHECK,
      });
      form.setFocus(...names);
    },
  };
}

/** Errors by field: the key of a check's text, or the server's failure. */
type Wrongs<Values> = { [Name in FieldName<Values>]?: Failure | { readonly key: TextKey } | undefined };

function fieldsOf<Values>(refusal: Refusal<Values> | undefined): { readonly [Name in FieldName<Values>]?: TextKey } {
  return (refusal?.fields ?? {}) as { readonly [Name in FieldName<Values>]?: TextKey };
}

/** Errors of the latest submit that are not corrected yet. */
interface Findings<Values extends object> {
  readonly wrong: Wrongs<Values>;
  /** Source of the summary. */
  summaryOf: typeof CHECK | typeof SERVER | undefined;
}

/** Keeps the displayed failure if its text is unchanged, and does not show a dismissed one again. */
function toldAgain(told: Failure | undefined, summary: TextKey | undefined): Failure | undefined {
  if (told === undefined || summary === undefined) return undefined;
  return 'key' in told && told.key === summary ? told : ownFailure(summary);
}
