import { useTranslation } from 'react-i18next';
import { Button } from './button.tsx';
import { Notice } from './notice.tsx';

/** Says that unsaved changes were restored, and offers to discard them. */
export function RestoredNotice({ onDiscard }: { readonly onDiscard: () => void }) {
  const { t } = useTranslation();
  return (
    <Notice
      tone="info"
      role="status"
      actions={
        <Button look="secondary" onClick={onDiscard}>
          {t('draft.discard')}
        </Button>
      }
    >
      <p>{t('draft.restored')}</p>
    </Notice>
  );
}
