import { useTranslation } from 'react-i18next';
import { type Failure, failureOf } from '../../api/failure.ts';
import { beginAtIssuer } from '../../session/issuer.ts';
import { Button, type ButtonLook } from '../../ui/button.tsx';
import { useSingleFlight } from '../../ui/use-single-flight.ts';

interface IssuerButtonProps {
  readonly look: ButtonLook;
  readonly label: string;
  readonly onFailure: (failure: Failure | undefined) => void;
}

/** Leads to the server in which the team signs in. */
export function IssuerButton({ look, label, onFailure }: IssuerButtonProps) {
  const { t } = useTranslation();
  const { run, busy } = useSingleFlight(async () => {
    onFailure(undefined);
    await beginAtIssuer().catch((error: unknown) => onFailure(failureOf(error, 'login.failed')));
  });
  return (
    <Button look={look} busy={busy} onClick={() => void run()}>
      {busy ? t('login.busy') : label}
    </Button>
  );
}
