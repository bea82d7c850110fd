import { useApolloClient } from '@apollo/client/react';
import { cleanLine } from '@volant/proto/text/clean-text';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button.tsx';
import { FailureNotice, Notice } from '../../../ui/notice.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { type Refusal, useCheckedForm, useSend } from '../../../ui/use-checked-form.ts';
import { OwnerField } from '../owner-field.tsx';
import { useOwner } from '../use-owner.ts';
import type { BulkInput } from './bulk-input.ts';
import { addMadePage } from './bulk-job.ts';
import { CreatePageWithIdDocument } from './manual-form.generated.ts';
import { NewStateField } from './new-state-field.tsx';

interface ManualValues {
  id: string;
  state: BulkInput['state'];
  displayName: string;
}

const BLANK: ManualValues = { id: '', state: 'UNCLAIMED', displayName: '' };

function checkManual({ id }: ManualValues): Refusal<ManualValues> | undefined {
  if (cleanLine(id) !== '') return undefined;
  return { summary: 'adminBulk.idRequired', fields: { id: 'adminBulk.idRequired' } };
}

export default function ManualForm() {
  const { t } = useTranslation();
  const client = useApolloClient();
  const [madeId, setMadeId] = useState<string>();
  const checked = useCheckedForm(BLANK, checkManual);
  const { form, attempt, failure, field, submit } = checked;
  const { owner, setOwner, ownerField } = useOwner(null, checked);

  const { run, busy } = useSend(checked, 'adminBulk.failed', async ({ id, state, displayName }) => {
    setMadeId(undefined);
    const input = {
      id: cleanLine(id),
      state,
      displayName: cleanLine(displayName) || null,
      ownerId: owner?.id ?? null,
    };
    const { data } = await client.mutate({ mutation: CreatePageWithIdDocument, variables: { input } });
    if (data === undefined) throw new Error('The server made a page and said nothing of it');
    addMadePage(client, data.createPageWithId);
    setMadeId(data.createPageWithId.id);
    // Before the reset, which forgets the elements until the next render.
    form.setFocus('id');
    form.reset(BLANK);
    setOwner(null);
  });

  return (
    <form className="form bulk__form" noValidate onSubmit={submit(run)}>
      <FailureNotice key={attempt} failure={failure} />
      {madeId !== undefined && <Notice tone="success" role="status" text={t('adminBulk.madeOne', { id: madeId })} />}
      <TextField
        {...field('id')}
        label={t('adminBulk.pageId')}
        hint={t('adminBulk.pageIdHint')}
        autoComplete="off"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        required
      />
      <NewStateField {...form.register('state')} owner={owner} />
      <TextField {...field('displayName')} label={t('adminBulk.displayName')} autoComplete="off" />
      <OwnerField label={t('adminBulk.owner')} {...ownerField} />
      <Button type="submit" busy={busy}>
        {t('adminBulk.submitOne')}
      </Button>
    </form>
  );
}
