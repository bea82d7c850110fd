import { useTranslation } from 'react-i18next';
import type { MessageRowFragment } from './message-row.generated.ts';

/** Names a message: the report of a page has no subject and no name of its own. */
export function useMessageWords({ subject, name, report }: Pick<MessageRowFragment, 'subject' | 'name' | 'report'>) {
  const { t } = useTranslation();
  if (report === null) return { title: subject, from: name, reason: undefined };
  return {
    title: t('support.reportOf', { id: report.pageId }),
    from: t('support.visitor'),
    reason: t('support.reasons', { returnObjects: true })[report.reason],
  };
}
