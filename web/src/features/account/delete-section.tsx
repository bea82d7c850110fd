import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ownFailure } from '../../api/failure.ts';
import { Button } from '../../ui/button.tsx';
import { FailureNotice } from '../../ui/notice.tsx';
import { usePart } from '../../ui/use-part.ts';
import { AccountSection } from './account-section.tsx';
import type { DeleteDialogProps } from './delete-dialog.tsx';

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
      {open && <LoadedDialog onClose={() => setOpen(false)} email={email} />}
    </AccountSection>
  );
}

const load = () => import('./delete-dialog.tsx');

/** Hardly anybody ever opens it, so its code is not part of the screen's. */
function LoadedDialog(props: DeleteDialogProps) {
  const { Part, failed } = usePart(load);
  if (Part !== undefined) return <Part {...props} />;
  return <FailureNotice failure={failed ? ownFailure('failure.noAnswer') : undefined} />;
}
