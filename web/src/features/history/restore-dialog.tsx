import { useApolloClient } from '@apollo/client/react';
import { failureOf } from '../../api/failure.ts';
import { useLocale } from '../../i18n/use-locale.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FailureNotice } from '../../ui/notice.tsx';
import { useAction } from '../../ui/use-action.ts';
import type { PageVersionDetailsFragment } from './history-page.generated.ts';
import { RestorePageDocument } from './restore-dialog.generated.ts';

interface RestoreDialogProps {
  readonly id: string;
  readonly version: PageVersionDetailsFragment;
  /** The version that the list shows as the present one. */
  readonly expectedVersion: number;
  readonly onClose: () => void;
  readonly onRestored: () => void;
  /** Called after a refusal, because the page may have been changed in another browser. */
  readonly onChanged: () => void;
}

export default function RestoreDialog(props: RestoreDialogProps) {
  const { id, version, expectedVersion, onClose, onRestored, onChanged } = props;
  const { t, format } = useLocale();
  const client = useApolloClient();
  const variables = { id, version: version.version, expectedVersion };
  const { run, busy, failure } = useAction(
    async () => {
      await client.mutate({ mutation: RestorePageDocument, variables });
      onRestored();
    },
    (error) => {
      onChanged();
      return failureOf(error, 'history.restoreFailed');
    },
  );
  return (
    <Dialog title={t('history.question', { version: version.version })} onClose={onClose}>
      <p>{t('history.explained', { when: format.dayAndTime(version.changedAt) })}</p>
      {version.pictureDeleted && <p>{t('history.pictureDeleted')}</p>}
      <FailureNotice failure={failure} />
      <div className="modal__actions">
        <Button busy={busy} onClick={() => void run()}>
          {t('history.restore')}
        </Button>
        <Button look="secondary" onClick={onClose}>
          {t('history.cancel')}
        </Button>
      </div>
    </Dialog>
  );
}
