import { useApolloClient } from '@apollo/client/react';
import { failureOf } from '../../../api/failure.ts';
import { useLocale } from '../../../i18n/use-locale.ts';
import { Button } from '../../../ui/button.tsx';
import { FailureNotice } from '../../../ui/notice.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { type AdminWebhookQuery, SendWebhookAgainDocument } from './webhooks.generated.ts';

export const DELIVERY_STATES = ['DELIVERED', 'RETRYING', 'DEAD'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

type Delivery = AdminWebhookQuery['webhook']['deliveries']['nodes'][number];

interface DeliveryListProps {
  readonly deliveries: readonly Delivery[];
  readonly total: number;
  /** Whether the webhook is on. */
  readonly enabled: boolean;
  readonly onSent: () => void;
}

export function DeliveryList({ deliveries, total, enabled, onSent }: DeliveryListProps) {
  const { t, format } = useLocale();
  const client = useApolloClient();
  const { run, busy, failure } = useAction(
    async (deliveryId: string) => {
      await client.mutate({ mutation: SendWebhookAgainDocument, variables: { deliveryId } });
      onSent();
    },
    (error) => failureOf(error, 'adminWebhooks.actionFailed'),
  );
  if (deliveries.length === 0) return <p>{t('adminWebhooks.noDeliveries')}</p>;
  return (
    <>
      <FailureNotice failure={failure} />
      <ol className="deliveries">
        {deliveries.map((delivery) => (
          <li key={delivery.id} className="delivery">
            <DeliveryFacts delivery={delivery} />
            <Button look="quiet" busy={busy} disabled={!enabled} onClick={() => void run(delivery.id)}>
              {t('adminWebhooks.again')}
            </Button>
          </li>
        ))}
      </ol>
      {total > deliveries.length && (
        <p className="admin-item__facts">
          {t('adminWebhooks.newest', { shown: format.number(deliveries.length), number: format.number(total) })}
        </p>
      )}
    </>
  );
}

function DeliveryFacts({ delivery }: { readonly delivery: Delivery }) {
  const { t, format } = useLocale();
  const { type, at, state, attempts, status, problem, nextAt } = delivery;
  const types = t('adminWebhooks.type', { returnObjects: true });
  const states = t('adminWebhooks.state', { returnObjects: true });
  const problems = t('adminWebhooks.problem', { returnObjects: true });
  const said = [
    status === null ? undefined : t('adminWebhooks.status', { status }),
    // The status says it already.
    problem === null || problem === 'REFUSED' ? undefined : problems[problem],
    attempts > 1 ? t('adminWebhooks.attempts', format.counted(attempts)) : undefined,
    nextAt === null ? undefined : t('adminWebhooks.next', { time: format.dayAndTime(nextAt) }),
  ].filter((one) => one !== undefined);
  return (
    <div className="delivery__facts">
      <span className={`delivery__state delivery__state--${state.toLowerCase()}`}>{states[state]}</span>
      <span>{types[type]}</span>
      <time dateTime={at}>{format.dayAndTime(at)}</time>
      <span className="delivery__said">{said.join(' · ')}</span>
    </div>
  );
}
