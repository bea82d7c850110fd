import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Notice } from '../../ui/notice.tsx';
import { AccountSection } from './account-section.tsx';
import type { FactorTask } from './second-factor-dialog.tsx';
import type { SecondFactorSectionFragment } from './second-factor-section.generated.ts';

/** Rarely opened, so its code is not part of the screen's. */
const SecondFactorDialog = lazyPart(() => import('./second-factor-dialog.tsx'));

interface SecondFactorSectionProps {
  readonly user: SecondFactorSectionFragment;
  readonly onChanged: () => Promise<unknown>;
}

/** Whether a log-in needs a code besides the password. */
export function SecondFactorSection({ user: { email, secondFactor }, onChanged }: SecondFactorSectionProps) {
  const { t } = useTranslation();
  const [task, setTask] = useState<FactorTask>();
  if (secondFactor === null) return null;
  const { on, required, recoveryCodes } = secondFactor;
  const close = () => {
    setTask(undefined);
    void onChanged();
  };
  return (
    <AccountSection id="second-factor" title={t('account.factor')} hint={t('account.factorHint')}>
      {required && !on && (
        <Notice tone="info">
          <p className="notice__text">{t('account.factorRequired')}</p>
        </Notice>
      )}
      <p>
        {on ? `${t('account.factorOn')} ${t('account.factorLeft', { count: recoveryCodes })}` : t('account.factorOff')}
      </p>
      <div className="account__save">
        <Button look={on ? 'secondary' : 'primary'} onClick={() => setTask('start')}>
          {t(on ? 'account.factorMove' : 'account.factorStart')}
        </Button>
        {on && (
          <>
            <Button look="secondary" onClick={() => setTask('renew')}>
              {t('account.factorRenew')}
            </Button>
            <Button look="quiet" onClick={() => setTask('stop')}>
              {t('account.factorStop')}
            </Button>
          </>
        )}
      </div>
      {task !== undefined && <SecondFactorDialog task={task} email={email ?? ''} onClose={close} />}
    </AccountSection>
  );
}
