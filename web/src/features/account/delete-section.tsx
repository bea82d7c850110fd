import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { AccountSection } from './account-section.tsx';
import { DeleteDialog } from './delete-dialog.tsx';

/** The way out: for good, and with one's password. */
export function DeleteSection({ email }: { readonly email: string }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  return (
    <AccountSection id="delete" title={t('account.delete')} hint={t('account.deleteHint')}>
      <div>
        <Button look="danger" onClick={() => setOpen(true)}>
          {t('account.deleteOpen')}
        </Button>
      </div>
      <DeleteDialog open={open} onOpen={setOpen} email={email} />
    </AccountSection>
  );
}
