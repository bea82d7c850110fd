import { fieldPath } from '@volant/proto/text/field-label';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Failure, ownFailure } from '../api/failure.ts';
import type { TextKey } from '../i18n/text-key.ts';
import { type FieldName, type FormValues, useFormValues } from './use-form-values.ts';

/** What is wrong with a form: one sentence for the whole, and one for each field it concerns. */
export interface Refusal<Values> {
  readonly summary: TextKey;
  readonly fields: Readonly<Partial<Record<keyof Values & string, TextKey>>>;
}

export interface CheckedForm<Values> {
  readonly form: FormValues<Values>;
  /** Counts the submits, so that the same failure twice is told twice. */
  readonly attempt: number;
  readonly failure: Failure | undefined;
  /** Says what failed: at the field that the server names, if the form has it. */
  readonly setFailure: (failure: Failure | undefined) => void;
  /** The server found one field wrong: says so at the field, too, and takes the focus there. */
  readonly refuseField: (name: FieldName<Values>, failure: Failure) => void;
  /** What is wrong with one field, in words. */
  readonly errorOf: (name: FieldName<Values>) => string | undefined;
  readonly submit: (send: (values: Values) => Promise<void>) => (event?: React.BaseSyntheticEvent) => Promise<void>;
}

/** What a form calls the field that the server has under this path. */
export type NameOf<Values> = (path: string, values: Values) => string;

/** Who said what is wrong. */
const SERVER = 'server';
const CHECK = 'check';

/**
 * A form whose checks are one pure function; the first wrong field takes the focus and nothing typed is lost. What was
 * found wrong is judged again at each change, so that nothing stays red that has been corrected.
 * @param nameOf where the form calls a field otherwise than the server
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

/** What is wrong with fields: a check's word by its key, or the server's. */
type Wrongs<Values> = { [Name in FieldName<Values>]?: Failure | { readonly key: TextKey } | undefined };

function fieldsOf<Values>(refusal: Refusal<Values> | undefined): { readonly [Name in FieldName<Values>]?: TextKey } {
  return (refusal?.fields ?? {}) as { readonly [Name in FieldName<Values>]?: TextKey };
}

/** What the latest submit has found wrong and nobody has corrected yet. */
interface Findings<Values extends object> {
  readonly wrong: Wrongs<Values>;
  /** Who said so in the sentence for the whole form. */
  summaryOf: typeof CHECK | typeof SERVER | undefined;
}

/** What is no longer shown is not shown again, and what is shown stays the same where it says the same. */
function toldAgain(told: Failure | undefined, summary: TextKey | undefined): Failure | undefined {
  if (told === undefined || summary === undefined) return undefined;
  return 'key' in told && told.key === summary ? told : ownFailure(summary);
}
