import { useApolloClient } from '@apollo/client/react';
import { CircleAlert } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import * as v from 'valibot';
import { PasswordForm } from '../../../session/factor-forms.tsx';
import { useSession } from '../../../session/use-session.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { FailureNotice } from '../../../ui/notice.tsx';
import { RestoredNotice } from '../../../ui/restored-notice.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import type { Refusal } from '../../../ui/use-checked-form.ts';
import { useDraftForm } from '../../../ui/use-draft-form.ts';
import { AddApiTokenDocument, type ApiScope } from './tokens.generated.ts';

const ENDS = ['30', '90', '365', 'never'] as const;

/** In the order of the list; the type misses none. */
const EACH: Readonly<Record<ApiScope, true>> = {
  PAGES_READ: true,
  PAGES_CREATE: true,
  PAGES_CHANGE: true,
  CARDS_PRODUCE: true,
  FIGURES_READ: true,
};
const SCOPES = Object.keys(EACH) as ApiScope[];

const schema = v.object({ name: v.string(), scopes: v.array(v.picklist(SCOPES)), days: v.picklist(ENDS) });
type Values = v.InferOutput<typeof schema>;

const START: Values = { name: '', scopes: [], days: '90' };

function check({ name, scopes }: Values): Refusal<Values> | undefined {
  if (name.trim() === '') return { summary: 'adminTokens.nameEmpty', fields: { name: 'adminTokens.nameEmpty' } };
  if (scopes.length > 0) return undefined;
  return { summary: 'adminTokens.scopesEmpty', fields: { scopes: 'adminTokens.scopesEmpty' } };
}

interface TokenDialogProps {
  readonly onAdded: (secret: string) => void;
  readonly onClose: () => void;
}

export default function TokenDialog({ onAdded, onClose }: TokenDialogProps) {
  const { t } = useTranslation();
  const client = useApolloClient();
  const draft = useDraftForm<Values>('token:new', schema, START, check);
  const { form, attempt, failure, errorOf, field, submit } = draft;
  const user = useSession()?.user;
  const [request, setRequest] = useState<Values>();
  const ends = user?.role === 'SUPERADMIN' ? ENDS : ENDS.filter((end) => end !== 'never');
  const add = async (password: string) => {
    if (request === undefined) return;
    const { name, scopes, days } = request;
    const input = { name, scopes, days: days === 'never' ? null : Number(days), password };
    const { data } = await client.mutate({ mutation: AddApiTokenDocument, variables: { input } });
    draft.forget();
    onClose();
    if (data) onAdded(data.addApiToken.secret);
  };
  const scopesError = errorOf('scopes');
  const scopeWords: Readonly<Record<ApiScope, string>> = t('adminTokens.scope', { returnObjects: true });
  const scopeHints = t('adminTokens.scopeHint', { returnObjects: true });
  const endWords = t('adminTokens.end', { returnObjects: true });
  return (
    <Dialog title={t('adminTokens.add')} close={t('adminTokens.close')} onClose={onClose}>
      {request !== undefined ? (
        <PasswordForm
          label="adminTokens.create"
          failed="adminTokens.addFailed"
          email={user?.email ?? ''}
          onPassword={add}
          onCancel={() => setRequest(undefined)}
        />
      ) : (
        <form className="form" noValidate onSubmit={submit(async (values) => setRequest(values))}>
          {draft.restored && <RestoredNotice onDiscard={draft.discard} />}
          <FailureNotice key={attempt} failure={failure} />
          <TextField {...field('name')} label={t('adminTokens.name')} hint={t('adminTokens.nameHint')} required />
          <fieldset className="stack gap-1" aria-describedby={scopesError && 'scopes-error'}>
            <legend className="field__label">{t('adminTokens.scopes')}</legend>
            {SCOPES.map((scope) => (
              <Checkbox
                key={scope}
                {...form.register('scopes')}
                value={scope}
                label={scopeWords[scope]}
                hint={scopeHints[scope]}
              />
            ))}
            {scopesError !== undefined && (
              <p className="field__error" id="scopes-error">
                <CircleAlert aria-hidden="true" />
                {scopesError}
              </p>
            )}
          </fieldset>
          <SelectField
            {...form.register('days')}
            label={t('adminTokens.endLabel')}
            hint={t('adminTokens.endHint')}
            options={ends.map((end) => [end, endWords[end]])}
          />
          <div className="modal__actions">
            <Button type="submit">{t('adminTokens.create')}</Button>
          </div>
        </form>
      )}
    </Dialog>
  );
}
