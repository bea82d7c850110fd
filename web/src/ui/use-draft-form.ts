import { useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import type { GenericSchema } from 'valibot';
import { dropDraft, readDraft } from '../api/drafts.ts';
import { parsed } from '../api/parsed.ts';
import { type Refusal, useCheckedForm } from './use-checked-form.ts';
import { useDraftKeeper } from './use-draft-keeper.ts';

/**
 * A checked form whose unsaved values outlive a reload, an expired session, and the closing of its dialog.
 * @param name of the draft
 */
export function useDraftForm<Values extends FieldValues>(
  name: string,
  schema: GenericSchema<unknown, Values>,
  start: Values,
  check: (values: Values) => Refusal<Values> | undefined,
) {
  const [draft, setDraft] = useState(() => parsed(schema, readDraft(name)));
  const checked = useCheckedForm<Values>(draft ?? start, check);
  const { form, values } = checked;
  const dirty = Object.keys(start).some((field) => JSON.stringify(values[field]) !== JSON.stringify(start[field]));
  useDraftKeeper(name, dirty, values);
  return {
    ...checked,
    /** Whether the form began with an earlier draft. */
    restored: draft !== undefined,
    /** Goes back to the values without the draft. */
    discard() {
      form.reset(start);
      setDraft(undefined);
    },
    /** Call when the values are saved, before the form goes. */
    forget: () => dropDraft(name),
  };
}
