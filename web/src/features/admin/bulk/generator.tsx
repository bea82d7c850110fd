import { useApolloClient } from '@apollo/client/react';
import { useEffect, useId, useState } from 'react';
import { useLocale } from '../../../i18n/use-locale.ts';
import { Button } from '../../../ui/button.tsx';
import { confirmed } from '../../../ui/confirmed.ts';
import { FailureNotice } from '../../../ui/notice.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { type Refusal, useCheckedForm } from '../../../ui/use-checked-form.ts';
import { OwnerField } from '../owner-field.tsx';
import type { Owner } from '../use-owner.ts';
import { type BulkInput, namesOf, quantityIn } from './bulk-input.ts';
import { makeSeries, type SeriesProgress, useBulkJob } from './bulk-job.ts';
import { NewStateField } from './new-state-field.tsx';

interface GeneratorValues {
  quantity: string;
  state: BulkInput['state'];
  prefixNote: string;
}

/** A slip of the hand in a smaller series is quickly deleted again. */
const CONFIRMED_FROM = 100;

const BLANK: GeneratorValues = { quantity: '10', state: 'UNCLAIMED', prefixNote: '' };

function checkGenerator({ quantity }: GeneratorValues): Refusal<GeneratorValues> | undefined {
  if (quantityIn(quantity) !== undefined) return undefined;
  return { summary: 'adminBulk.quantityWrong', fields: { quantity: 'adminBulk.quantityWrong' } };
}

export function Generator() {
  const { t, format } = useLocale();
  const client = useApolloClient();
  const { order, running, progress, failure: refused } = useBulkJob();
  const ordered = order?.input;
  const [owner, setOwner] = useState<Owner | null>(ordered?.owner ?? null);
  const { form, values, attempt, failure, submit } = useCheckedForm<GeneratorValues>(
    ordered === undefined ? BLANK : { ...ordered, quantity: String(ordered.quantity) },
    checkGenerator,
  );
  const { quantity: typed, prefixNote } = values;
  const quantity = quantityIn(typed);
  const wrong = quantity === undefined;
  const refusedAt = (name: string) =>
    refused !== undefined && 'field' in refused && refused.field === name ? refused.text : undefined;

  // Resume an interrupted series: the server recognizes it by its key.
  useEffect(() => {
    if (ordered !== undefined && refused === undefined) void makeSeries(client, ordered);
  }, [client, ordered, refused]);

  const noteError = refusedAt('prefixNote');
  const ownerError = owner?.id === ordered?.owner?.id ? refusedAt('ownerId') : undefined;
  const summary = refused && (noteError ?? ownerError) !== undefined ? { ...refused, atField: true as const } : refused;
  const names = quantity === undefined ? undefined : namesOf(prefixNote, quantity);
  return (
    <form
      className="form bulk__form"
      noValidate
      onSubmit={submit(async ({ quantity: text, ...rest }) => {
        const count = quantityIn(text);
        if (count === undefined) return;
        const about = format.counted(count);
        const question = { title: t('adminBulk.confirm', about), action: t('adminBulk.submit', about) };
        if (count >= CONFIRMED_FROM && !(await confirmed(question))) return;
        await makeSeries(client, { ...rest, quantity: count, owner });
      })}
    >
      <FailureNotice
        key={attempt}
        failure={(wrong ? failure : undefined) ?? summary}
        retry={refused && ordered && { loading: running, refetch: () => makeSeries(client, ordered) }}
      />
      <TextField
        {...form.register('quantity')}
        label={t('adminBulk.quantity')}
        hint={t('adminBulk.quantityHint')}
        inputMode="numeric"
        autoComplete="off"
        required
        error={wrong ? t('adminBulk.quantityWrong') : undefined}
      />
      <NewStateField {...form.register('state')} owner={owner} />
      <TextField
        {...form.register('prefixNote')}
        label={t('adminBulk.prefixNote')}
        hint={
          names === undefined ? t('adminBulk.prefixHint') : t('adminBulk.names', { first: names[0], last: names[1] })
        }
        autoComplete="off"
        error={noteError}
      />
      <OwnerField label={t('adminBulk.owner')} value={owner} onChange={setOwner} error={ownerError} />
      {progress !== undefined && <Progress {...progress} />}
      {!running && (
        <Button type="submit">
          {quantity === undefined ? t('adminBulk.submitAny') : t('adminBulk.submit', format.counted(quantity))}
        </Button>
      )}
    </form>
  );
}

/** Shows the progress of a series, and that the user may leave. */
function Progress({ asked, made }: SeriesProgress) {
  const { t, format } = useLocale();
  const id = useId();
  const number = format.number(asked);
  return (
    <div className="bulk__progress" role="status">
      <p id={id}>
        {made < asked
          ? t('adminBulk.running', { count: asked, number })
          : t('adminBulk.madeOf', { count: asked, number, made: format.number(made) })}
      </p>
      <progress aria-labelledby={id} max={asked} value={made} />
      <p className="field__hint">{t('adminBulk.mayLeave')}</p>
    </div>
  );
}
