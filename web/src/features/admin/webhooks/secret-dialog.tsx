import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';

interface SecretDialogProps {
  readonly secret: string;
  readonly onClose: () => void;
}

/** The secret of a webhook is not shown again, so a tap outside must not lose it. */
export function SecretDialog({ secret, onClose }: SecretDialogProps) {
  const { t } = useTranslation();
  return (
    <Dialog title={t('adminWebhooks.secret')} onClose={onClose} dismissable={false}>
      <div className="form">
        <p>{t('adminWebhooks.secretText')}</p>
        <code className="webhook__secret" dir="ltr">
          {secret}
        </code>
        <div className="modal__actions">
          <Button onClick={onClose}>{t('adminWebhooks.secretDone')}</Button>
          <CopyButton value={secret} label={t('adminWebhooks.secretCopy')} />
        </div>
      </div>
    </Dialog>
  );
}
