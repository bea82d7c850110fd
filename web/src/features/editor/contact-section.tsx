import { CONTACT_FIELDS, CONTACTS, isNumber } from '@volant/proto/contact/contacts';
import { MOST_CUSTOM_ITEMS } from '@volant/proto/profile/custom-items';
import { useTranslation } from 'react-i18next';
import { Checkbox } from '../../ui/checkbox.tsx';
import { PhoneField } from '../../ui/phone-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { cleaned, FIELDS } from './contact-values.ts';
import { addNumber } from './editor-values.ts';
import { Section } from './section.tsx';
import type { EditorModel } from './use-editor.ts';

export function ContactSection({ editor }: { readonly editor: EditorModel }) {
  const { t } = useTranslation();
  const { form, errorOf } = editor;
  const { customFields } = editor.values;
  const addItem = (value: string) => addNumber(form, t('phoneField.otherNumber'), value);
  return (
    <Section title={t('editor.section.contact')} hint={t('editor.section.contactHint')}>
      {CONTACT_FIELDS.map((name) => {
        const { label, hint, country, invalid: _, ...input } = FIELDS[name];
        const texts = { label: t(label), ...(hint && { hint: t(hint) }) };
        const field = { ...input, ...texts, error: errorOf(name) };
        return isNumber(name) ? (
          <PhoneField
            key={name}
            {...field}
            form={form}
            name={name}
            countryName={`${name}Country`}
            read={CONTACTS[name].read}
            onOther={customFields.length < MOST_CUSTOM_ITEMS ? addItem : undefined}
            countryLabel={t(country ?? 'phoneField.countryCode')}
          />
        ) : (
          <TextField
            key={name}
            {...field}
            // Cleans the value of pasted surroundings.
            {...form.register(name, { onBlur: () => form.setValue(name, cleaned(form.getValues())[name]) })}
          />
        );
      })}
      <Checkbox {...form.register('rideRequests')} label={t('editor.rideRequests')} hint={t('editor.rideHint')} />
    </Section>
  );
}
