import { useApolloClient } from '@apollo/client/react';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureOf } from '../../api/failure.ts';
import { saveFile } from '../../browser/save-file.ts';
import { Button } from '../../ui/button.tsx';
import { FailureNotice } from '../../ui/notice.tsx';
import { useAction } from '../../ui/use-action.ts';
import { AccountSection } from './account-section.tsx';
import { fileOf, gatherMyData } from './my-data.ts';

export function DataSection() {
  const { t } = useTranslation();
  const client = useApolloClient();
  const [done, setDone] = useState(false);
  const { run, busy, failure } = useAction(
    async () => {
      setDone(false);
      const { name, bytes } = fileOf(await gatherMyData(client, new Date()));
      saveFile(name, bytes);
      setDone(true);
    },
    (error) => failureOf(error, 'account.exportFailed'),
  );
  return (
    <AccountSection id="data" title={t('account.data')} hint={t('account.dataHint')}>
      <FailureNotice failure={failure} />
      <div className="account__save cluster middle gap-3">
        <Button look="secondary" icon={Download} busy={busy} onClick={() => void run()}>
          {busy ? t('account.exporting') : t('account.export')}
        </Button>
        <p role="status">{done && t('account.exported')}</p>
      </div>
    </AccountSection>
  );
}
