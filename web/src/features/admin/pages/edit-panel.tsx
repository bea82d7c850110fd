import { useApolloClient } from '@apollo/client/react';
import { cleanLine } from '@volant/proto/text/clean-text';
import { History } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { href } from 'react-router';
import { ApiError } from '../../../api/api-error.ts';
import { failureOf } from '../../../api/failure.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { confirmed } from '../../../ui/confirmed.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { FailureNotice } from '../../../ui/notice.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { useCheckedForm } from '../../../ui/use-checked-form.ts';
import { useSingleFlight } from '../../../ui/use-single-flight.ts';
import { OwnerField } from '../owner-field.tsx';
import { useOwner } from '../use-owner.ts';
import { AdministerPageDocument, AdminPageDocument } from './edit-panel.generated.ts';
import { STATES, type StateFilter } from './filters.tsx';
import type { AdminPageRowFragment } from './page-row.generated.ts';
import { ReasonField, reasonOf } from './reason-field.tsx';
import './side-panel.css';
import { nameOf, releaseOf, useListRefresh } from './use-page-actions.ts';

interface Values {
  newId: string;
  displayName: string;
  state: StateFilter;
  commonReason: string;
  reason: string;
}

interface EditPanelProps {
  /** The page when the panel opened. */
  readonly page: AdminPageRowFragment;
  readonly onClose: () => void;
}

export default function EditPanel({ page: opened, onClose }: EditPanelProps) {
  const { t } = useTranslation();
  const states = t('state', { returnObjects: true });
  const client = useApolloClient();
  const refresh = useListRefresh();
  const [page, setPage] = useState(opened);
  const checked = useCheckedForm<Values>(
    { newId: '', displayName: page.displayName, state: page.state, commonReason: '', reason: '' },
    () => undefined,
  );
  const { register } = checked.form;
  const { owner, ownerField } = useOwner(opened.owner, checked);
  const isNewBlock = checked.values.state === 'DEACTIVATED' && page.state !== 'DEACTIVATED';
  // It is mailed to the owner.
  const asksReason = isNewBlock && owner !== null;

  const { run: send, busy } = useSingleFlight(async ({ newId, displayName, state, commonReason, reason }: Values) => {
    const leaves = page.owner !== null && (owner?.id !== page.owner.id || state === 'UNCLAIMED');
    if (leaves && !(await confirmed(releaseOf(page, t)))) return;
    const cleanedId = cleanLine(newId);
    try {
      await client.mutate({
        mutation: AdministerPageDocument,
        variables: {
          id: page.id,
          input: {
            ...(cleanedId !== '' && cleanedId !== page.id && { newId: cleanedId }),
            displayName: cleanLine(displayName) || null,
            ownerId: owner?.id ?? null,
            state,
            ...(asksReason && reasonOf(commonReason, reason)),
          },
          expectedVersion: page.version,
        },
      });
    } catch (error) {
      const failure = failureOf(error, 'adminPages.updateFailed');
      const code = error instanceof ApiError ? error.code : undefined;
      checked.setFailure(failure);
      if (code === 'PAGE_CHANGED') await readAnew();
      return;
    }
    onClose();
    await refresh();
    if (cleanedId !== '' && cleanedId !== page.id) {
      // Under its new id the page is another entity.
      client.cache.evict({ id: client.cache.identify({ ...page }) ?? '' });
      client.cache.gc();
    }
  });

  /**
   * Another user has changed the page: the list shows their changes, and a second save overwrites them deliberately.
   */
  async function readAnew(): Promise<void> {
    const query = { query: AdminPageDocument, variables: { id: page.id }, fetchPolicy: 'network-only' } as const;
    const { data } = await client.query(query).catch(() => ({ data: undefined }));
    if (data !== undefined) setPage(data.adminPage);
  }

  return (
    <Dialog
      title={t('adminPages.editTitle', { name: nameOf(opened) })}
      close={t('adminPages.close')}
      onClose={onClose}
      look="side-panel"
    >
      <form className="edit-panel" onSubmit={checked.submit(send)} noValidate>
        <FailureNotice key={checked.attempt} failure={checked.failure} />
        <TextField
          label={t('adminPages.newId')}
          hint={t('adminPages.newIdHint', { id: page.id })}
          error={checked.errorOf('newId')}
          placeholder={page.id}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          {...register('newId')}
        />
        <TextField
          label={t('adminPages.displayName')}
          error={checked.errorOf('displayName')}
          autoComplete="off"
          dir="auto"
          {...register('displayName')}
        />
        <OwnerField label={t('adminPages.owner')} {...ownerField} />
        <SelectField
          label={t('adminPages.stateHead')}
          hint={t('adminPages.stateHint')}
          options={STATES.map((one) => [one, states[one]])}
          {...register('state')}
        />
        {asksReason && (
          <ReasonField
            common={register('commonReason')}
            words={register('reason')}
            isCommon={checked.values.commonReason !== ''}
            error={checked.errorOf('reason')}
          />
        )}
        <ButtonLink look="quiet" icon={History} to={href('/history/:id', { id: page.id })}>
          {t('adminPages.history')}
        </ButtonLink>
        <div className="cluster gap-3">
          <Button type="submit" busy={busy}>
            {t('adminPages.save')}
          </Button>
          <Button look="secondary" onClick={onClose}>
            {t('adminPages.cancel')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
