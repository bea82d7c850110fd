import { Send } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from './button.tsx';

interface SendButtonProps {
  readonly name: string;
  readonly address: string;
}

/** Opens the system's share sheet, where there is one. */
export function SendButton({ name, address }: SendButtonProps) {
  const { t } = useTranslation();
  if (!('share' in navigator)) return null;
  // Cancelling the system's share sheet is not an error.
  const send = () => void navigator.share({ title: name, url: address }).catch(() => undefined);
  return (
    <Button look="secondary" icon={Send} onClick={send}>
      {t('share.send')}
    </Button>
  );
}
