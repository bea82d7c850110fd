import { useApolloClient } from '@apollo/client/react';
import { pastedAddress } from '@volant/proto/contact/pasted-address';
import { cleanLine } from '@volant/proto/text/clean-text';
import { useTranslation } from 'react-i18next';
import * as v from 'valibot';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { FailureNotice } from '../../../ui/notice.tsx';
import { RestoredNotice } from '../../../ui/restored-notice.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { type Refusal, useSend } from '../../../ui/use-checked-form.ts';
import { useDraftForm } from '../../../ui/use-draft-form.ts';
import { AddWebhookDocument, ChangeWebhookDocument, type WebhookRowFragment } from './webhooks.generated.ts';

const WEBHOOK_TYPES = ['PAGE_CLAIMED', 'PAGE_CHANGED', 'BATCH_MADE', 'MESSAGE_RECEIVED'] as const;

const schema = v.object({ name: v.string(), url: v.string(), types: v.array(v.string()), enabled: v.boolean() });
type Values = v.InferOutput<typeof schema>;

function check({ name, url }: Values): Refusal<Values> | undefined {
  if (cleanLine(name) === '')
    return { summary: 'adminWebhooks.nameEmpty', fields: { name: 'adminWebhooks.nameEmpty' } };
  // As the server reads it: people paste links, and addresses in quotes or behind a label.
  if (/^https:\/\/./i.test(pastedAddress(cleanLine(url)))) return undefined;
  return { summary: 'adminWebhooks.urlWrong', fields: { url: 'adminWebhooks.urlWrong' } };
}

interface WebhookDialogProps {
  /** Absent: adds one. */
  readonly webhook?: WebhookRowFragment;
  readonly onAdded?: (secret: string) => void;
  readonly onClose: () => void;
}

export default function WebhookDialog({ webhook, onAdded, onClose }: WebhookDialogProps) {
  const { t } = useTranslation();
  const client = useApolloClient();
  const words = t('adminWebhooks.type', { returnObjects: true });
  const { name, url, types, enabled } = webhook ?? { name: '', url: '', types: WEBHOOK_TYPES, enabled: true };
  const start: Values = { name, url, types: [...types], enabled };
  const draft = useDraftForm<Values>(`webhook:${webhook?.id ?? 'new'}`, schema, start, check);
  const { form, attempt, failure, field, submit } = draft;
  const { run, busy } = useSend(draft, 'adminWebhooks.saveFailed', async (values) => {
    const input = { ...values, types: WEBHOOK_TYPES.filter((type) => values.types.includes(type)) };
    if (webhook === undefined) {
      const { data } = await client.mutate({ mutation: AddWebhookDocument, variables: { input } });
      if (data) onAdded?.(data.addWebhook.secret);
    } else {
      await client.mutate({ mutation: ChangeWebhookDocument, variables: { id: webhook.id, input } });
    }
    draft.forget();
    onClose();
  });
  return (
    <Dialog
      title={t(webhook === undefined ? 'adminWebhooks.add' : 'adminWebhooks.change')}
      close={t('adminWebhooks.close')}
      onClose={onClose}
    >
      <form className="form" noValidate onSubmit={submit(run)}>
        {draft.restored && <RestoredNotice onDiscard={draft.discard} />}
        <FailureNotice key={attempt} failure={failure} />
        <TextField {...field('name')} label={t('adminWebhooks.name')} required />
        <TextField
          {...field('url')}
          label={t('adminWebhooks.url')}
          hint={t('adminWebhooks.urlHint')}
          type="url"
          dir="ltr"
          required
        />
        <fieldset className="stack gap-1">
          <legend className="field__label">{t('adminWebhooks.types')}</legend>
          {WEBHOOK_TYPES.map((type) => (
            <Checkbox key={type} {...form.register('types')} value={type} label={words[type]} />
          ))}
        </fieldset>
        <Checkbox {...form.register('enabled')} label={t('adminWebhooks.enabled')} hint={t('adminWebhooks.offHint')} />
        <div className="modal__actions">
          <Button type="submit" busy={busy}>
            {t('adminWebhooks.save')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
