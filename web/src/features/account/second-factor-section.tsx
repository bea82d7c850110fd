import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { hasPasskeys } from '../../browser/passkeys.ts';
import { Button } from '../../ui/button.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Notice } from '../../ui/notice.tsx';
import { AccountSection } from './account-section.tsx';
import type { PasskeyListFragment } from './passkey-list.generated.ts';
import { PasskeyList } from './passkey-list.tsx';
import type { FactorTask } from './second-factor-dialog.tsx';
import type { SecondFactorSectionFragment } from './second-factor-section.generated.ts';

/** Rarely opened, so their code is not part of the screen's. */
const SecondFactorDialog = lazyPart(() => import('./second-factor-dialog.tsx'));
const PasskeyDialog = lazyPart(() => import('./passkey-dialog.tsx'));

interface SecondFactorSectionProps {
  readonly user: SecondFactorSectionFragment;
  readonly onChanged: () => Promise<unknown>;
}

/** Whether a log-in needs a code or a passkey besides the password. */
export function SecondFactorSection({ user: { email, secondFactor }, onChanged }: SecondFactorSectionProps) {
  const { t } = useTranslation();
  const [task, setTask] = useState<FactorTask>();
  /** Null for a new one. */
  const [passkey, setPasskey] = useState<PasskeyListFragment | null>();
  if (secondFactor === null) return null;
  const { on, required, recoveryCodes, app, passkeys } = secondFactor;
  const mustStay = required && !app && passkeys.length === 1;
  const close = () => {
    setTask(undefined);
    setPasskey(undefined);
    void onChanged();
  };
  return (
    <AccountSection id="second-factor" title={t('account.factor')} hint={t('account.factorHint')}>
      {required && !on && <Notice tone="info" text={t('account.factorRequired')} />}
      <p>
        {on ? `${t('account.factorOn')} ${t('account.factorLeft', { count: recoveryCodes })}` : t('account.factorOff')}
      </p>
      {passkeys.length > 0 && <PasskeyList passkeys={passkeys} onRemove={mustStay ? undefined : setPasskey} />}
      <div className="account__save cluster middle gap-3">
        <Button look="secondary" onClick={() => setTask('start')}>
          {t(app ? 'account.factorMove' : 'account.factorStart')}
        </Button>
        {hasPasskeys() && (
          <Button look="secondary" onClick={() => setPasskey(null)}>
            {t('account.passkeyAdd')}
          </Button>
        )}
        {on && (
          <Button look="secondary" onClick={() => setTask('renew')}>
            {t('account.factorRenew')}
          </Button>
        )}
        {on && !required && (
          <Button look="quiet" onClick={() => setTask('stop')}>
            {t('account.factorStop')}
          </Button>
        )}
      </div>
      {task !== undefined && <SecondFactorDialog task={task} email={email ?? ''} onClose={close} />}
      {passkey !== undefined && <PasskeyDialog passkey={passkey} email={email ?? ''} onClose={close} />}
    </AccountSection>
  );
}
