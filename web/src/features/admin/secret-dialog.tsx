import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Dialog } from '../../ui/dialog.tsx';

interface SecretDialogProps {
  readonly title: string;
  readonly text: string;
  readonly secret: string;
  /** Label of the button that copies it. */
  readonly copy: string;
  readonly onClose: () => void;
}

/** A secret that is not shown again, so only the button closes it. */
export default function SecretDialog({ title, text, secret, copy, onClose }: SecretDialogProps) {
  const { t } = useTranslation();
  return (
    <Dialog title={title} onClose={onClose} dismissable={false} escapable={false}>
      <div className="form">
        <p>{text}</p>
        <code translate="no" className="admin__secret" dir="ltr">
          {secret}
        </code>
        <div className="modal__actions">
          <CopyButton look="primary" value={secret} label={copy} />
          <Button look="secondary" onClick={onClose}>
            {t('adminSecret.done')}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
