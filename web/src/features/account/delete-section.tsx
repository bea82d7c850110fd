import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { AccountSection } from './account-section.tsx';

/** Rarely opened, so its code is not part of the screen's. */
const DeleteDialog = lazyPart(() => import('./delete-dialog.tsx'));

/** Permanent deletion of the account, confirmed by password. */
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
      {open && <DeleteDialog onClose={() => setOpen(false)} email={email} />}
    </AccountSection>
  );
}
