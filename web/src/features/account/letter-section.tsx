import { useMutation } from '@apollo/client/react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fixedFailure } from '../../api/failure.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { FailureNotice } from '../../ui/notice.tsx';
import { useAction } from '../../ui/use-action.ts';
import { AccountSection } from './account-section.tsx';
import { ChooseLetterDocument, type LetterSectionFragment } from './letter-section.generated.ts';

/** Whether the weekly letter comes; saved as soon as it is chosen. */
export function LetterSection({ user: { weeklyLetter } }: { readonly user: LetterSectionFragment }) {
  const { t } = useTranslation();
  const [mutate] = useMutation(ChooseLetterDocument);
  const [requested, request] = useState<boolean>();
  const [chosen, choose] = useState<boolean>();
  const { run, busy, failure } = useAction(
    async (on: boolean) => {
      choose(undefined);
      request(on);
      await mutate({ variables: { on } });
      choose(on);
    },
    (error) => fixedFailure(error, 'account.letterFailed'),
  );
  return (
    <AccountSection id="letter" title={t('account.letter')} hint={t('account.letterHint')}>
      <FailureNotice failure={failure} />
      <Checkbox
        label={t('account.letterOn')}
        hint={t('account.letterOnHint')}
        checked={busy ? requested === true : weeklyLetter === true}
        aria-busy={busy || undefined}
        onChange={({ target }) => void run(target.checked)}
      />
      <p role="status">{chosen !== undefined && t(chosen ? 'account.letterSaved' : 'account.letterStopped')}</p>
    </AccountSection>
  );
}
