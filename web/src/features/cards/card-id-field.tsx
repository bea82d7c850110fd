import type { UseFormReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { TextField } from '../../ui/text-field.tsx';
import type { CardIdValues } from './card-id.ts';
import { ReadCard } from './read-card.tsx';

interface CardIdFieldProps {
  readonly form: Pick<UseFormReturn<CardIdValues>, 'register' | 'setValue' | 'setFocus'>;
  readonly label: string;
  readonly error: string | undefined;
}

/** Asks for the id of a card: typed, pasted or scanned. */
export function CardIdField({ form, label, error }: CardIdFieldProps) {
  const { t } = useTranslation();
  const fill = (id: string) => {
    form.setValue('id', id);
    form.setFocus('id');
  };
  return (
    <div className="card-id">
      <TextField
        {...form.register('id')}
        label={label}
        hint={t('claim.idHint')}
        dir="ltr"
        autoComplete="off"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        required
        error={error}
      />
      <ReadCard onRead={fill} />
    </div>
  );
}
