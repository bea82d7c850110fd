import { useQuery } from '@apollo/client/react';
import { useTranslation } from 'react-i18next';
import type { To } from 'react-router';
import { ApiError } from '../../api/api-error.ts';
import { fixedFailure, ownFailure } from '../../api/failure.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { FailureNotice } from '../../ui/notice.tsx';
import { Skeleton, Waiting } from '../../ui/skeleton.tsx';
import type { MessageViewFragment } from './message-view.generated.ts';
import { MessageView } from './message-view.tsx';
import { MessageDocument } from './use-message-actions.generated.ts';
import './message.css';

interface OpenedMessageProps {
  readonly id: string;
  readonly back: To;
  /** The message from the list. */
  readonly listed: MessageViewFragment | undefined;
  /** Whether the list, which may contain the message, is still loading. */
  readonly listing: boolean;
  readonly onResolved: () => void;
}

/** The message named by the address, even if the list does not show it. */
export function OpenedMessage({ id, back, listed, listing, onResolved }: OpenedMessageProps) {
  const { t } = useTranslation();
  const { data, error, loading, refetch } = useQuery(MessageDocument, {
    variables: { id },
    // When it leaves the list, it is still in the cache.
    skip: listed !== undefined || listing,
    fetchPolicy: 'cache-first',
  });
  const message = listed ?? data?.supportMessage;
  if (message !== undefined) return <MessageView message={message} back={back} onResolved={onResolved} />;
  if (error === undefined) {
    return (
      <Waiting label={t('support.opening')} className="message">
        <Skeleton width="16rem" height="2rem" />
        <Skeleton width="100%" height="10rem" />
      </Waiting>
    );
  }
  const unknown = error instanceof ApiError && error.code === 'MESSAGE_NOT_FOUND';
  return (
    <div className="message">
      <FailureNotice
        failure={unknown ? ownFailure('support.unknown') : fixedFailure(error, 'support.openFailed')}
        retry={unknown ? undefined : { loading, refetch }}
        actions={
          <ButtonLink look="quiet" to={back}>
            {t('support.back')}
          </ButtonLink>
        }
      />
    </div>
  );
}
