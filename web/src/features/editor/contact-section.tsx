import { useTranslation } from 'react-i18next';
import { toCallable, toInternational } from '../../ui/international-number.ts';
import { PhoneField } from '../../ui/phone-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { LIMITS } from './editor-values.ts';
import { Section } from './section.tsx';
import type { EditorModel } from './use-editor.ts';

export function ContactSection({ editor }: { readonly editor: EditorModel }) {
  const { t } = useTranslation();
  const { register } = editor.form;
  return (
    <Section title={t('editor.section.contact')} hint={t('editor.section.contactHint')}>
      <PhoneField
        form={editor.form}
        name="phone"
        countryName="phoneCountry"
        complete={toCallable}
        label={t('editor.phone')}
        countryLabel={t('phoneField.countryCode')}
        hint={t('editor.numberHint')}
        autoComplete="tel"
        maxLength={LIMITS.text}
      />
      <PhoneField
        form={editor.form}
        name="whatsapp"
        countryName="whatsappCountry"
        complete={toInternational}
        label={t('editor.whatsapp')}
        countryLabel={t('editor.whatsappCountry')}
        autoComplete="off"
        maxLength={LIMITS.text}
      />
      <TextField
        {...register('email')}
        label={t('editor.email')}
        type="email"
        autoComplete="email"
        autoCapitalize="none"
        maxLength={LIMITS.text}
      />
      <TextField
        {...register('website')}
        label={t('editor.website')}
        hint={t('editor.websiteHint')}
        inputMode="url"
        autoComplete="url"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={LIMITS.text}
      />
      <TextField
        {...register('instagram')}
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
