import { readPhone } from '@volant/proto/contact/phone';
import { readWhatsapp } from '@volant/proto/contact/whatsapp';
import { useTranslation } from 'react-i18next';
import { PhoneField } from '../../ui/phone-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { cleaned } from './contact-values.ts';
import { LIMITS } from './editor-values.ts';
import { Section } from './section.tsx';
import type { EditorModel } from './use-editor.ts';

type LinkField = 'email' | 'website' | 'instagram';

export function ContactSection({ editor }: { readonly editor: EditorModel }) {
  const { t } = useTranslation();
  const { form, errorOf } = editor;
  /** Registers a field whose value is cleaned of pasted surroundings on blur. */
  const registered = (name: LinkField) => ({
    ...form.register(name, { onBlur: () => form.setValue(name, cleaned(form.getValues())[name]) }),
    error: errorOf(name),
  });
  return (
    <Section title={t('editor.section.contact')} hint={t('editor.section.contactHint')}>
      <PhoneField
        form={form}
        name="phone"
        countryName="phoneCountry"
        read={readPhone}
        error={errorOf('phone')}
        label={t('editor.phone')}
        countryLabel={t('phoneField.countryCode')}
        hint={t('editor.numberHint')}
        autoComplete="tel"
        maxLength={LIMITS.text}
      />
      <PhoneField
        form={form}
        name="whatsapp"
        countryName="whatsappCountry"
        read={readWhatsapp}
        error={errorOf('whatsapp')}
        label={t('editor.whatsapp')}
        countryLabel={t('editor.whatsappCountry')}
        autoComplete="off"
        maxLength={LIMITS.text}
      />
      <TextField
        {...registered('email')}
        label={t('editor.email')}
        type="email"
        autoComplete="email"
        autoCapitalize="none"
        maxLength={LIMITS.text}
      />
      <TextField
        {...registered('website')}
        label={t('editor.website')}
        hint={t('editor.websiteHint')}
        inputMode="url"
        autoComplete="url"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={LIMITS.text}
      />
      <TextField
        {...registered('instagram')}
        label={t('editor.instagram')}
        hint={t('editor.instagramHint')}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={LIMITS.text}
      />
    </Section>
  );
}
