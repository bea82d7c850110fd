import { type InputHTMLAttributes, type Ref, useId } from 'react';
import './checkbox.css';

interface CheckboxProps extends InputHTMLAttributes<HTMLInputElement> {
  readonly label: string;
  readonly hint?: string;
  readonly ref?: Ref<HTMLInputElement>;
}

export function Checkbox({ label, hint, ...input }: CheckboxProps) {
  const hintId = useId();
  return (
    <div className="checkbox">
      <label className="checkbox__label">
        <input {...input} type="checkbox" aria-describedby={hint === undefined ? undefined : hintId} />
        <span>{label}</span>
      </label>
      {hint !== undefined && (
        <p className="checkbox__hint" id={hintId}>
          {hint}
        </p>
      )}
    </div>
  );
}
