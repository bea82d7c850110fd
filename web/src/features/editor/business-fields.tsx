import { useQuery } from '@apollo/client/react';
import { TRADES } from '@volant/proto/profile/registers';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { BusinessOfPagesDocument } from './business-fields.generated.ts';
import { businessFields } from './business-values.ts';
import type { EditorModel } from './use-editor.ts';

/** Trade and register numbers, loaded when their section opens. */
export default function BusinessFields({ editor }: { readonly editor: EditorModel }) {
  const { t } = useTranslation();
  const { values, form } = editor;
  const isEmpty = values.trade === '' && values.address === '' && values.siren === '';
  const trades = t('editor.trades', { returnObjects: true });
  const texts = t('editor', { returnObjects: true });
  const hints = t('editor.businessHints', { returnObjects: true });
  return (
    <>
      {isEmpty && <OtherPages editor={editor} />}
      <SelectField
        {...editor.field('trade')}
        label={t('editor.trade')}
        options={TRADES.map((one) => [one, one === '' ? trades.none : trades[one]])}
      />
      {businessFields(values.trade).map((field) => (
        <TextField
          key={field}
          {...editor.field(field)}
          label={texts[field]}
          hint={hints[field]}
          autoComplete={field === 'address' ? 'street-address' : 'off'}
          spellCheck={field === 'address'}
        />
      ))}
      {values.trade !== '' && (
        <>
          <Checkbox {...form.register('showsPlate')} label={t('editor.showsPlate')} />
          <Checkbox
            {...form.register('showsRegister')}
            label={t('editor.showsRegister')}
            hint={t('editor.showsRegisterHint')}
          />
          <p className="cluster gap-2-4">
            <RegisterLink href="https://annuaire-entreprises.data.gouv.fr/" text={t('editor.sirenRegister')} />
            {values.trade === 'vtc' && (
              <RegisterLink
                href="https://registre-vtc.developpement-durable.gouv.fr/public/"
                text={t('editor.revtcRegister')}
              />
            )}
          </p>
        </>
      )}
    </>
  );
}

function RegisterLink({ href, text }: { readonly href: string; readonly text: string }) {
  return (
    <a href={href} target="_blank" rel="noopener">
      {text}
    </a>
  );
}

/** A driver types the business once: other pages take it over. */
function OtherPages({ editor: { form, saved } }: { readonly editor: EditorModel }) {
  const { t } = useTranslation();
  // Part of a profile must not replace a whole one in the cache.
  const { data } = useQuery(BusinessOfPagesDocument, { fetchPolicy: 'no-cache' });
  const other = data?.myPages.nodes.find(({ id, profile }) => id !== saved?.id && profile.trade !== '');
  if (other === undefined) return null;
  const { __typename, company, ...business } = other.profile;
  const take = () => {
    for (const [name, value] of Object.entries(business)) {
      form.setValue(name as keyof typeof business, value);
    }
    if (form.getValues('company').trim() === '') form.setValue('company', company);
  };
  return (
    <Button look="secondary" onClick={take}>
      {t('editor.businessOf', { name: other.displayName })}
    </Button>
  );
}
