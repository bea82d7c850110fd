import { Button } from '../../ui/button.tsx';
import { FailureNotice } from '../../ui/notice.tsx';
import { useCheckedForm } from '../../ui/use-checked-form.ts';
import { useSingleFlight } from '../../ui/use-single-flight.ts';
import { type CardIdValues, checkCardId, claimFailure, isAboutCardId } from './card-id.ts';
import { CardIdField } from './card-id-field.tsx';
import { pageIdFrom } from './page-id.ts';

/** Refusals that say by themselves what to do. */
const EXPLAINED = ['TOO_MANY_REQUESTS', 'CARD_LIMIT_REACHED', 'CARD_REPLACED', 'PAGE_CHANGED'];

interface CardIdFormProps {
  readonly label: string;
  readonly submit: string;
  readonly onSubmit: (id: string) => Promise<unknown>;
}

/** Asks for the id of an unclaimed card: typed, pasted or scanned. */
export function CardIdForm({ label, submit, onSubmit }: CardIdFormProps) {
  const checked = useCheckedForm<CardIdValues>({ id: '' }, checkCardId);
  const { form, attempt, failure, setFailure, errorOf } = checked;
  const { run, busy } = useSingleFlight(async ({ id }: CardIdValues) => {
    try {
      await onSubmit(pageIdFrom(id));
      form.reset({ id: '' });
    } catch (error) {
      setFailure(claimFailure(error, EXPLAINED), isAboutCardId(error) ? 'id' : undefined);
    }
  });
  return (
    <form className="form" noValidate onSubmit={checked.submit(run)}>
      <FailureNotice key={attempt} failure={failure} />
      <CardIdField form={form} label={label} error={errorOf('id')} />
      <Button type="submit" busy={busy}>
        {submit}
      </Button>
    </form>
  );
}
