import { useQuery } from '@apollo/client/react';
import type { Language } from '@volant/proto/text/languages';
import type { PlaceholderValues } from '@volant/proto/text/placeholders';
import { useContext } from 'react';
import { href } from 'react-router';
import { isAdmin } from '../../api/roles.ts';
import { useSession } from '../../api/use-session.ts';
import { SiteOrigin } from '../../browser/site-origin.ts';
import { formatIn } from '../../i18n/use-locale.ts';
import { MessageSenderDocument } from './message-sender.generated.ts';
import type { MessageViewFragment } from './message-view.generated.ts';

/**
 * What the placeholders of a canned reply stand for. The page is the reported one, or the sender's if they have one
 * only, which administrators may see; an unknown value is empty.
 */
export function useCannedValues(message: MessageViewFragment): (language: Language) => PlaceholderValues {
  const { id, name, sender, report, createdAt } = message;
  const origin = useContext(SiteOrigin);
  const me = useSession()?.user;
  const admin = me !== undefined && isAdmin(me.role);
  const { data } = useQuery(MessageSenderDocument, {
    variables: { id, senderId: sender?.id ?? '', admin },
    skip: sender === null || !admin,
    fetchPolicy: 'cache-first',
  });
  const [only, ...others] = data?.pages?.nodes ?? [];
  const pageId = report?.pageId ?? (others.length === 0 ? only?.id : undefined);
  return (language) => ({
    name,
    page: pageId === undefined ? '' : origin + href('/d/:id', { id: pageId }),
    date: formatIn(language).date(createdAt),
  });
}
