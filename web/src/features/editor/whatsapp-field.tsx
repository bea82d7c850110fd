import { useTranslation } from 'react-i18next';
import { useFormat } from '../../i18n/use-format.ts';
import { COUNTRIES, countryCodeOf, toInternational, withCountryCode } from '../../ui/international-number.ts';
import { TextField } from '../../ui/text-field.tsx';
import { LIMITS } from './editor-values.ts';
import type { EditorModel } from './use-editor.ts';

/** WhatsApp knows international numbers only: a national one is completed when the field is left. */
export function WhatsappField({ editor }: { readonly editor: EditorModel }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { register, getValues, setValue } = editor.form;

  const complete = () => {
    const { whatsapp, whatsappCountry } = getValues();
    const number = toInternational(whatsapp, whatsappCountry);
    if (number !== whatsapp) setValue('whatsapp', number);
    const code = countryCodeOf(number);
    if (code !== undefined && code !== whatsappCountry) setValue('whatsappCountry', code);
  };
  const country = register('whatsappCountry');
  return (
    <TextField
      {...register('whatsapp', { onBlur: complete })}
      label={t('editor.whatsapp')}
      hint={t('editor.whatsappHint')}
      type="tel"
      autoComplete="off"
      maxLength={LIMITS.text}
      leading={
        <select
          {...country}
          className="field__input country-select"
          aria-label={t('editor.whatsappCountry')}
          onChange={(event) => {
            const { whatsapp, whatsappCountry } = getValues();
            setValue('whatsapp', withCountryCode(whatsapp, whatsappCountry, event.target.value));
            void country.onChange(event);
          }}
        >
          {COUNTRIES.map(({ region, code }) => (
            <option key={region} value={code}>
              {`+${code} ${format.country(region)}`}
            </option>
          ))}
        </select>
      }
    />
  );
}
