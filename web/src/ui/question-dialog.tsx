import { useTranslation } from 'react-i18next';
import { Button } from './button.tsx';
import type { Asked } from './confirmed.ts';
import { Dialog } from './dialog.tsx';

export default function QuestionDialog({ asked }: { readonly asked: Asked }) {
  const { t } = useTranslation();
  const { action, title = action, text, danger = false, answer } = asked;
  return (
    <Dialog title={title} onClose={() => answer(false)}>
      {text !== undefined && <p dir="auto">{text}</p>}
      <div className="modal__actions">
        <Button look={danger ? 'danger' : 'primary'} onClick={() => answer(true)}>
          {action}
        </Button>
        <Button look="secondary" onClick={() => answer(false)}>
          {t('confirm.cancel')}
        </Button>
      </div>
    </Dialog>
  );
}
