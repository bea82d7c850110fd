import type { Ref, SelectHTMLAttributes } from 'react';
import { Field, type FieldFrame } from './text-field.tsx';

interface SelectFieldProps extends FieldFrame, SelectHTMLAttributes<HTMLSelectElement> {
  readonly options: readonly (readonly [value: string, words: string])[];
  readonly ref?: Ref<HTMLSelectElement>;
}

export function SelectField({ label, error, hint, options, ...select }: SelectFieldProps) {
  return (
    <Field label={label} error={error} hint={hint}>
      {(linked) => (
        <select {...select} {...linked} className="field__input">
          {options.map(([value, words]) => (
            <option key={value} value={value}>
              {words}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
