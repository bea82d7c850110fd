import { type Ref, type SelectHTMLAttributes, useId } from 'react';
import '../../ui/text-field.css';

interface SelectFieldProps extends SelectHTMLAttributes<HTMLSelectElement> {
  readonly label: string;
  readonly hint?: string | undefined;
  readonly options: readonly (readonly [value: string, words: string])[];
  readonly ref?: Ref<HTMLSelectElement>;
}

/** A labelled select. */
export function SelectField({ label, hint, options, ...select }: SelectFieldProps) {
  const id = useId();
  return (
    <div className="field">
      <label className="field__label" htmlFor={id}>
        {label}
      </label>
      <select
        {...select}
        id={id}
        className="field__input"
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
      >
        {options.map(([value, words]) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
      </select>
      {hint !== undefined && (
        <p className="field__hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}
