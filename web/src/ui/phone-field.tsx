import { COUNTRIES, countryCodeOf, withCountryCode } from '@volant/proto/contact/country-codes';
import { Plus } from 'lucide-react';
import { useEffect, useState } from 'react';
import { type FieldValues, type Path, type PathValue, type UseFormReturn, useWatch } from 'react-hook-form';
import { useLocale } from '../i18n/use-locale.ts';
import { Button } from './button.tsx';
import { Notice } from './notice.tsx';
import { TextField } from './text-field.tsx';
import './phone-field.css';

interface NumberReading {
  readonly text: string;
  /** The rest of the input if it has more digits, such as another number. */
  readonly leftOut: string;
}

interface PhoneFieldProps<Values extends FieldValues> {
  readonly form: UseFormReturn<Values>;
  readonly name: Path<Values>;
  /** The field with the digits of the country code. */
  readonly countryName: Path<Values>;
  /** Parses the number as it is stored, for a country code. */
  readonly read: (text: string, countryCode: string) => NumberReading | undefined;
  readonly label: string;
  readonly countryLabel: string;
  readonly hint?: string;
  readonly error?: string | undefined;
  readonly autoComplete: string;
  /** Keeps another number of the input elsewhere; absent if there is no place for it. */
  readonly onOther?: ((number: string) => void) | undefined;
  /** Called with what the field leaves out of its input; empty if nothing. */
  readonly onLeftOut?: ((rest: string) => void) | undefined;
}

/** A phone number: on blur, a national number is completed with the country code and grouped. */
export function PhoneField<Values extends FieldValues>(props: PhoneFieldProps<Values>) {
  const { form, name, countryName, read, countryLabel, onOther, onLeftOut, ...field } = props;
  const { t, format } = useLocale();
  const { register, control } = form;
  const [shown, countryCode] = useWatch({ control, name: [name, countryName] }).map(String) as [string, string];

  const getValue = (field: Path<Values>): string => form.getValues(field);
  const setValue = (field: Path<Values>, text: string) => form.setValue(field, text as PathValue<Values, Path<Values>>);
  const group = async () => {
    const number = getValue(name);
    if (!number.startsWith('+')) return;
    try {
      const { groupedNumber } = await import('./grouped-number.ts');
      // Keep text typed in the meantime.
      if (getValue(name) === number) setValue(name, groupedNumber(number));
    } catch {
      // If the rules cannot be loaded on a bad connection, the number stays ungrouped.
    }
  };
  const leave = () => {
    const typed = getValue(name);
    const number = read(typed, getValue(countryName))?.text ?? typed.trim();
    if (number !== typed) setValue(name, number);
    const code = countryCodeOf(number);
    if (code !== undefined) setValue(countryName, code);
    void group();
  };
  const country = register(countryName);

  // The notice stays until another number is typed, even when the rest has been removed.
  const [taken, setTaken] = useState({ number: '', leftOut: '' });
  const reading = read(shown, countryCode);
  const number = reading?.text.replaceAll(' ', '') ?? '';
  if (reading?.leftOut && (taken.number !== number || taken.leftOut !== reading.leftOut)) {
    setTaken({ number, leftOut: reading.leftOut });
  }
  const leftOut = reading !== undefined && taken.number === number ? taken.leftOut : '';
  const other = leftOut === '' ? undefined : read(leftOut, countryCode)?.text;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the rest alone is news
  useEffect(() => onLeftOut?.(other ?? leftOut), [other ?? leftOut]);
  const keepOther = async (found: string) => {
    const { groupedNumber } = await import('./grouped-number.ts').catch(() => ({ groupedNumber: String }));
    onOther?.(groupedNumber(found));
    setTaken({ number: '', leftOut: '' });
  };

  // Earlier versions of the editor saved ungrouped numbers.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for the initial number
  useEffect(() => {
    if (!/\d \d/.test(getValue(name))) void group();
  }, []);

  return (
    <div>
      <TextField
        {...field}
        {...register(name, { onBlur: leave })}
        type="tel"
        leading={
          <div className="country-code field__input">
            <span className="tabular" aria-hidden="true">
              +{countryCode}
            </span>
            <select
              {...country}
              aria-label={countryLabel}
              onChange={(event) => {
                const { value } = event.target;
                setValue(name, withCountryCode(getValue(name), getValue(countryName), value));
                country.onChange(event);
                void group();
              }}
            >
              {COUNTRIES.map(({ region, code }) => (
                <option key={region} value={code}>
                  {t('phoneField.country', { name: format.country(region), code })}
                </option>
              ))}
            </select>
          </div>
        }
      />
      <div className="phone-field__other" role="status">
        {leftOut !== '' && (
          <Notice
            tone="info"
            text={t('phoneField.leftOut', { number: reading?.text, rest: other ?? leftOut })}
            actions={
              onOther !== undefined &&
              other !== undefined && (
                <Button look="secondary" icon={Plus} onClick={() => void keepOther(other)}>
                  {t('phoneField.keepOther')}
                </Button>
              )
            }
          />
        )}
      </div>
    </div>
  );
}
