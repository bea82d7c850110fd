import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Dialog } from '../../ui/dialog.tsx';

interface SecretDialogProps {
  readonly title: string;
  readonly text: string;
  readonly secret: string;
  readonly onClose: () => void;
}

/** A secret that is not shown again, so only the button closes it. */
export default function SecretDialog({ title, text, secret, onClose }: SecretDialogProps) {
  const { t } = useTranslation();
  return (
    <Dialog title={title} onClose={onClose} dismissable={false} escapable={false}>
      <div className="form">
        <p>{text}</p>
        <code translate="no" className="admin__secret" dir="ltr">
          {secret}
        </code>
        <div className="modal__actions">
          <Button onClick={onClose}>{t('adminSecret.done')}</Button>
          <CopyButton value={secret} label={t('adminSecret.copy')} />
        </div>
      </div>
    </Dialog>
  );
}
