import { CircleAlert } from 'lucide-react';
import { type InputHTMLAttributes, type ReactNode, type Ref, type TextareaHTMLAttributes, useId } from 'react';
import './text-field.css';

interface FieldFrame {
  readonly label: string;
  readonly error?: string | undefined;
  readonly hint?: string | undefined;
}

interface TextFieldProps extends FieldFrame, InputHTMLAttributes<HTMLInputElement> {
  /** A control at the end of the input, such as show/hide. */
  readonly trailing?: ReactNode;
  /** A control before the input. */
  readonly leading?: ReactNode;
  readonly ref?: Ref<HTMLInputElement>;
}

/** A labelled input; hint and error are linked to it for screen readers. */
export function TextField({ label, error, hint, trailing, leading, ...input }: TextFieldProps) {
  const ids = useFieldIds(error, hint);
  return (
    <div className="field">
      <FieldLabel id={ids.input} label={label} />
      <div className="field__row">
        {leading}
        <div className="field__box">
          <input
            {...input}
            id={ids.input}
            className={`field__input${trailing ? ' field__input--trailing' : ''}`}
            aria-invalid={error !== undefined || undefined}
            aria-describedby={ids.describedBy}
          />
          {trailing}
        </div>
      </div>
      <FieldNotes ids={ids} error={error} hint={hint} />
    </div>
  );
}

interface TextAreaProps extends FieldFrame, TextareaHTMLAttributes<HTMLTextAreaElement> {
  readonly ref?: Ref<HTMLTextAreaElement>;
}

export function TextArea({ label, error, hint, ...input }: TextAreaProps) {
  const ids = useFieldIds(error, hint);
  return (
    <div className="field">
      <FieldLabel id={ids.input} label={label} />
      <textarea
        {...input}
        id={ids.input}
        className="field__input field__input--area"
        aria-invalid={error !== undefined || undefined}
        aria-describedby={ids.describedBy}
      />
      <FieldNotes ids={ids} error={error} hint={hint} />
    </div>
  );
}

interface FieldIds {
  readonly input: string;
  readonly error: string;
  readonly hint: string;
  readonly describedBy: string | undefined;
}

function useFieldIds(error: string | undefined, hint: string | undefined): FieldIds {
  const id = useId();
  const described = [error !== undefined ? `${id}-error` : '', hint !== undefined ? `${id}-hint` : ''].filter(Boolean);
  return { input: id, error: `${id}-error`, hint: `${id}-hint`, describedBy: described.join(' ') || undefined };
}

function FieldLabel({ id, label }: { readonly id: string; readonly label: string }) {
  return (
    <label className="field__label" htmlFor={id}>
      {label}
    </label>
  );
}

function FieldNotes({ ids, error, hint }: { readonly ids: FieldIds } & Omit<FieldFrame, 'label'>) {
  return (
    <>
      {hint !== undefined && (
        <p className="field__hint" id={ids.hint}>
          {hint}
        </p>
      )}
      {error !== undefined && (
        <p className="field__error" id={ids.error}>
          <CircleAlert aria-hidden="true" />
          {error}
        </p>
      )}
    </>
  );
}
