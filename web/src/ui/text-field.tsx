import { CircleAlert } from 'lucide-react';
import { type InputHTMLAttributes, type ReactNode, type Ref, type TextareaHTMLAttributes, useId } from 'react';
import './text-field.css';

export interface FieldFrame {
  readonly label: string;
  readonly error?: string | undefined;
  readonly hint?: string | undefined;
}

interface Linked {
  readonly id: string;
  readonly 'aria-invalid': true | undefined;
  readonly 'aria-describedby': string | undefined;
}

interface FieldProps extends FieldFrame {
  /** Renders the control with the attributes that link it to label, hint and error. */
  readonly children: (linked: Linked) => ReactNode;
}

/** A control with its label; hint and error are linked to it for screen readers. */
export function Field({ label, error, hint, children }: FieldProps) {
  const id = useId();
  const described = [error !== undefined && `${id}-error`, hint !== undefined && `${id}-hint`].filter(Boolean);
  return (
    <div className="field">
      <label className="field__label" htmlFor={id}>
        {label}
      </label>
      {children({
        id,
        'aria-invalid': error !== undefined || undefined,
        'aria-describedby': described.join(' ') || undefined,
      })}
      {hint !== undefined && (
        <p className="field__hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {error !== undefined && (
        <p ref={intoView} className="field__error" id={`${id}-error`}>
          <CircleAlert aria-hidden="true" />
          {error}
        </p>
      )}
    </div>
  );
}

/** The errors of a form come after its focus, and may push the focused field with its own out of view. */
function intoView(error: HTMLElement | null): void {
  // Not in jsdom.
  if (error?.parentElement?.contains(document.activeElement)) error.scrollIntoView?.({ block: 'nearest' });
}

/** Without `maxLength`, by which a browser cuts a pasted text and says nothing: the server tells the limit. */
type Attributes<Of extends { maxLength?: number | undefined }> = Omit<Of, 'maxLength'>;

interface TextFieldProps extends FieldFrame, Attributes<InputHTMLAttributes<HTMLInputElement>> {
  /** A control at the end of the input, such as show/hide. */
  readonly trailing?: ReactNode;
  readonly leading?: ReactNode;
  readonly ref?: Ref<HTMLInputElement>;
}

export function TextField({ label, error, hint, trailing, leading, ...input }: TextFieldProps) {
  return (
    <Field label={label} error={error} hint={hint}>
      {(linked) => (
        <div className="field__row">
          {leading}
          <div className="field__box">
            <input {...input} {...linked} className={`field__input${trailing ? ' field__input--trailing' : ''}`} />
            {trailing}
          </div>
        </div>
      )}
    </Field>
  );
}

interface TextAreaProps extends FieldFrame, Attributes<TextareaHTMLAttributes<HTMLTextAreaElement>> {
  readonly ref?: Ref<HTMLTextAreaElement>;
}

export function TextArea({ label, error, hint, ...input }: TextAreaProps) {
  return (
    <Field label={label} error={error} hint={hint}>
      {(linked) => <textarea {...input} {...linked} className="field__input field__input--area" />}
    </Field>
  );
}
