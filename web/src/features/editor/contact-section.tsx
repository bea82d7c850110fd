import { CONTACT_FIELDS, CONTACTS, type Contact, isNumber } from '@volant/proto/contact/contacts';
import { PROFILE_TEXTS } from '@volant/proto/profile/profile';
import type { InputHTMLAttributes } from 'react';
import { useTranslation } from 'react-i18next';
import type { TextKey } from '../../i18n/text-key.ts';
import { PhoneField } from '../../ui/phone-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { cleaned } from './contact-values.ts';
import { Section } from './section.tsx';
import type { EditorModel } from './use-editor.ts';

type Input = Pick<InputHTMLAttributes<HTMLInputElement>, 'type' | 'inputMode' | 'autoCapitalize' | 'spellCheck'>;

interface ContactField extends Input {
  readonly label: TextKey;
  readonly hint?: TextKey;
  /** Label of the calling code, for numbers. */
  readonly country?: TextKey;
  readonly autoComplete: string;
}

const FIELDS: Readonly<Record<Contact, ContactField>> = {
  phone: {
    label: 'editor.phone',
    hint: 'editor.numberHint',
    country: 'phoneField.countryCode',
    autoComplete: 'tel',
  },
  whatsapp: { label: 'editor.whatsapp', country: 'editor.whatsappCountry', autoComplete: 'off' },
  email: { label: 'editor.email', type: 'email', autoComplete: 'email', autoCapitalize: 'none' },
  website: {
    label: 'editor.website',
    hint: 'editor.websiteHint',
    inputMode: 'url',
    autoComplete: 'url',
    autoCapitalize: 'none',
    spellCheck: false,
  },
  instagram: {
    label: 'editor.instagram',
    hint: 'editor.instagramHint',
    autoComplete: 'off',
    autoCapitalize: 'none',
    spellCheck: false,
  },
};

export function ContactSection({ editor }: { readonly editor: EditorModel }) {
  const { t } = useTranslation();
  const { form, errorOf } = editor;
  return (
    <Section title={t('editor.section.contact')} hint={t('editor.section.contactHint')}>
      {CONTACT_FIELDS.map((name) => {
        const { label, hint, country, ...input } = FIELDS[name];
        const texts = { label: t(label), ...(hint && { hint: t(hint) }) };
        const field = { ...input, ...texts, error: errorOf(name), maxLength: PROFILE_TEXTS[name] };
        return isNumber(name) ? (
          <PhoneField
            key={name}
            {...field}
            form={form}
            name={name}
            countryName={`${name}Country`}
            read={CONTACTS[name].read}
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
    </Section>
  );
}
