import type { UseFormRegisterReturn } from 'react-hook-form';

interface TrapFieldProps {
  readonly field: UseFormRegisterReturn;
  readonly label: string;
}

/**
 * Honeypot: bots fill in every field; hidden from people. Browsers and password managers fill fields by the words in
 * their names, so its name has none that they know, and the attributes tell four of them to leave it alone.
 */
export function TrapField({ field, label }: TrapFieldProps) {
  return (
    <div className="visually-hidden" aria-hidden="true">
      <label htmlFor={field.name}>{label}</label>
      <input
        {...field}
        id={field.name}
        autoComplete="off"
        tabIndex={-1}
        data-1p-ignore=""
        data-bwignore=""
        data-lpignore="true"
        data-form-type="other"
      />
    </div>
  );
}
