import { CONTACTS, type Contact, isNumber } from '@volant/proto/contact/contacts';
import { MOST_CUSTOM_ITEMS } from '@volant/proto/profile/custom-items';
import { useTranslation } from 'react-i18next';
import { PhoneField } from '../../ui/phone-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { cleaned, FIELDS } from './contact-values.ts';
import { addNumber } from './editor-values.ts';
import type { EditorModel } from './use-editor.ts';

interface ContactFieldProps {
  readonly editor: EditorModel;
  readonly name: Contact;
}

export function ContactField({ editor, name }: ContactFieldProps) {
  const { t } = useTranslation();
  const { form, errorOf } = editor;
  const { label, hint, country, invalid: _, ...input } = FIELDS[name];
  const field = { ...input, label: t(label), ...(hint && { hint: t(hint) }), error: errorOf(name) };
  if (isNumber(name)) {
    const isFull = editor.values.customFields.length >= MOST_CUSTOM_ITEMS;
    return (
      <PhoneField
        {...field}
        form={form}
        name={name}
        countryName={`${name}Country`}
        read={CONTACTS[name].read}
        onOther={isFull ? undefined : (value) => addNumber(form, t('phoneField.otherNumber'), value)}
        countryLabel={t(country ?? 'phoneField.countryCode')}
      />
    );
  }
  return (
    <TextField
      {...field}
      // Cleans the value of pasted surroundings.
      {...form.register(name, { onBlur: () => form.setValue(name, cleaned(form.getValues())[name]) })}
    />
  );
}
