import { useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import type { GenericSchema } from 'valibot';
import { dropDraft, readDraft } from '../api/drafts.ts';
import { parsed } from '../api/parsed.ts';
import { type CheckedForm, type Refusal, useCheckedForm } from './use-checked-form.ts';
import { useDraftKeeper } from './use-draft-keeper.ts';

interface KeptForm<Values extends FieldValues> extends CheckedForm<Values> {
  /** Whether the form began with an earlier draft. */
  readonly restored: boolean;
  /** Goes back to the values without the draft. */
  readonly discard: () => void;
  /** Call when the values are saved, before the form goes. */
  readonly forget: () => void;
}

/**
 * A checked form whose unsaved values outlive a reload, an expired session, and the closing of its dialog.
 * @param name of the draft
 */
export function useKeptForm<Values extends FieldValues>(
  name: string,
  schema: GenericSchema<unknown, Values>,
  start: Values,
  check: (values: Values) => Refusal<Values> | undefined,
): KeptForm<Values> {
  const [draft, setDraft] = useState(() => parsed(schema, readDraft(name)));
  const checked = useCheckedForm<Values>(draft ?? start, check);
  const { form, values } = checked;
  const dirty = Object.keys(start).some((field) => JSON.stringify(values[field]) !== JSON.stringify(start[field]));
  useDraftKeeper(name, dirty, values);
  return {
    ...checked,
    restored: draft !== undefined,
    discard() {
      form.reset(start);
      setDraft(undefined);
    },
    forget: () => dropDraft(name),
  };
}
