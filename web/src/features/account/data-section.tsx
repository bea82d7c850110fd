import { useApolloClient } from '@apollo/client/react';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Failure, failureOf } from '../../api/failure.ts';
import { saveFile } from '../../browser/save-file.ts';
import { Button } from '../../ui/button.tsx';
import { FailureNotice } from '../../ui/notice.tsx';
import { useSingleFlight } from '../../ui/use-single-flight.ts';
import { AccountSection } from './account-section.tsx';
import { fileOf, gatherMyData } from './my-data.ts';

/** Download of all data of a user. */
export function DataSection() {
  const { t } = useTranslation();
  const client = useApolloClient();
  const [failure, setFailure] = useState<Failure>();
  const [done, setDone] = useState(false);
  const { run, busy } = useSingleFlight(async () => {
    setFailure(undefined);
    setDone(false);
    try {
      const { name, bytes } = fileOf(await gatherMyData(client, new Date()));
      saveFile(name, bytes);
      setDone(true);
    } catch (error) {
      setFailure(failureOf(error, 'account.exportFailed'));
    }
  });
  return (
    <AccountSection id="data" title={t('account.data')} hint={t('account.dataHint')}>
      <FailureNotice failure={failure} />
      <div className="account__save">
        <Button look="secondary" busy={busy} onClick={() => void run()}>
          <Download aria-hidden="true" />
          {busy ? t('account.exporting') : t('account.export')}
        </Button>
        <p role="status">{done && t('account.exported')}</p>
      </div>
    </AccountSection>
  );
}
