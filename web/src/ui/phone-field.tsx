import { COUNTRIES, countryCodeOf, withCountryCode } from '@volant/proto/contact/country-codes';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../i18n/use-format.ts';
import { TextField } from './text-field.tsx';
import type { FieldName, FieldValue, FormValues } from './use-form-values.ts';
import './phone-field.css';

interface NumberReading {
  readonly text: string;
  /** The input contains additional digits. */
  readonly leftOut: boolean;
}

interface PhoneFieldProps<Values> {
  readonly form: FormValues<Values>;
  readonly name: FieldName<Values>;
  /** The field with the digits of the country code. */
  readonly countryName: FieldName<Values>;
  /** Parses the number as it is stored, for a country code. */
  readonly read: (text: string, countryCode: string) => NumberReading | undefined;
  readonly label: string;
  readonly countryLabel: string;
  readonly hint?: string;
  readonly error?: string | undefined;
  readonly autoComplete: string;
  readonly maxLength: number;
}

/** A phone number: on blur, a national number is completed with the country code and grouped. */
export function PhoneField<Values>(props: PhoneFieldProps<Values>) {
  const { form, name, countryName, read, countryLabel, hint, ...field } = props;
  const { t } = useTranslation();
  const format = useFormat();
  const { register, getValue, setValue } = form;
  const countryCode = String(form.values[countryName as keyof Values]);

  const put = (value: string) => setValue(name, value as FieldValue<Values, FieldName<Values>>);
  const putCountry = (code: string) => setValue(countryName, code as FieldValue<Values, FieldName<Values>>);
  const group = async () => {
    const number = String(getValue(name));
    if (!number.startsWith('+')) return;
    try {
      const { groupedNumber } = await import('./grouped-number.ts');
      // Keep text typed in the meantime.
      if (getValue(name) === number) put(groupedNumber(number));
    } catch {
      // If the rules cannot be loaded on a bad connection, the number stays ungrouped.
    }
  };
  const leave = () => {
    const typed = String(getValue(name));
    const number = read(typed, String(getValue(countryName)))?.text ?? typed.trim();
    if (number !== typed) put(number);
    const code = countryCodeOf(number);
    if (code !== undefined) putCountry(code);
    void group();
  };
  const country = register(countryName);

  // The hint stays until another number is typed, even when the extra digits have been removed.
  const [taken, setTaken] = useState('');
  const reading = read(String(form.values[name as keyof Values]), countryCode);
  const number = reading?.text.replaceAll(' ', '') ?? '';
  if (reading?.leftOut && taken !== number) setTaken(number);
  const note =
    reading !== undefined && taken === number ? t('phoneField.leftOut', { number: reading.text }) : undefined;

  // Earlier versions of the editor saved ungrouped numbers.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for the initial number
  useEffect(() => {
    if (!/\d \d/.test(String(getValue(name)))) void group();
  }, []);

  return (
    <TextField
      {...field}
      hint={note ?? hint}
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
              put(withCountryCode(String(getValue(name)), String(getValue(countryName)), value));
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
  );
}
