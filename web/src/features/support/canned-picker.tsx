import { useQuery } from '@apollo/client/react';
import { type Language, languagesWith, spoken } from '@volant/proto/text/languages';
import { fillPlaceholders, type PlaceholderValues } from '@volant/proto/text/placeholders';
import { X } from 'lucide-react';
import { useContext, useState } from 'react';
import { useFilter } from 'react-aria-components';
import { href } from 'react-router';
import { fixedFailure } from '../../api/failure.ts';
import { SiteOrigin } from '../../browser/site-origin.ts';
import { formatIn, useLocale } from '../../i18n/use-locale.ts';
import { isAdmin } from '../../session/roles.ts';
import { useSession } from '../../session/use-session.ts';
import { Button } from '../../ui/button.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { FailureNotice } from '../../ui/notice.tsx';
import { SearchPicker } from '../../ui/search-picker.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { CannedRepliesDocument, type CannedReplyFragment } from './canned-replies.generated.ts';
import { MAIL_LANGUAGES } from './mail-languages.ts';
import { MessageSenderDocument } from './message-sender.generated.ts';
import type { MessageViewFragment } from './message-view.generated.ts';
import './canned.css';

const CannedDialog = lazyPart(() => import('./canned-dialog.tsx'));

interface CannedPickerProps {
  readonly about: MessageViewFragment;
  /** The sender's, if it is known. */
  readonly language: string | null;
  /** @param replaces what this text takes the place of, if it was not touched */
  readonly onInsert: (text: string, replaces: string | undefined) => void;
  readonly onClose: () => void;
}

/** Finds a canned reply during typing, in the sender's language or another; focused when it opens. */
export default function CannedPicker({ about, language: ofSender, onInsert, onClose }: CannedPickerProps) {
  const { t, language: shown } = useLocale();
  const [language, setLanguage] = useState(
    () => languagesWith('mails').find((one) => one === ofSender) ?? spoken(shown, 'mails'),
  );
  const [search, setSearch] = useState('');
  const [inserted, setInserted] = useState<{ readonly reply: CannedReplyFragment; readonly text: string }>();
  const [managing, setManaging] = useState(false);
  const { data, error, loading, refetch } = useQuery(CannedRepliesDocument);
  const valuesIn = useCannedValues(about);
  const { contains } = useFilter({ sensitivity: 'base' });

  const replies = data?.cannedReplies ?? [];
  const found = replies.filter(({ name, texts }) =>
    [name, ...texts.map((one) => one.text)].some((text) => contains(text, search.trim())),
  );
  const insert = (reply: CannedReplyFragment, language: Language, replaces?: string) => {
    const written = textIn(reply, language);
    if (written === undefined) return;
    const text = fillPlaceholders(written.text, valuesIn(written.language));
    setInserted({ reply, text });
    onInsert(text, replaces);
  };
  const speak = (chosen: Language) => {
    setLanguage(chosen);
    if (inserted !== undefined) insert(inserted.reply, chosen, inserted.text);
  };

  return (
    <div className="canned">
      <SearchPicker
        label={t('support.canned')}
        placeholder={t('support.cannedSearch')}
        show={t('support.cannedShow')}
        items={found}
        nothing={t(
          loading ? 'support.cannedLoading' : replies.length === 0 ? 'support.cannedEmpty' : 'support.cannedNone',
        )}
        search={search}
        onSearch={setSearch}
        onChoose={(chosen) => {
          setSearch('');
          insert(chosen, language);
        }}
        nameOf={({ name }) => name}
        detailOf={(reply) => {
          const written = textIn(reply, language);
          return (
            <span className="canned__text" dir="auto" lang={written?.language}>
              {written?.text}
            </span>
          );
        }}
      />
      <SelectField
        label={t('support.cannedLanguage')}
        options={MAIL_LANGUAGES}
        value={language}
        onChange={({ target }) => speak(target.value as Language)}
      />
      <div className="canned__tools">
        <Button look="quiet" onClick={() => setManaging(true)}>
          {t('support.cannedManage')}
        </Button>
        <Button look="quiet" icon={X} aria-label={t('support.cannedClose')} onClick={onClose} />
      </div>
      <FailureNotice failure={error && fixedFailure(error, 'support.cannedFailed')} retry={{ loading, refetch }} />
      {managing && <CannedDialog onClose={() => setManaging(false)} />}
    </div>
  );
}

/** The text in a language, or in another one if there is none. */
function textIn({ texts }: CannedReplyFragment, language: Language) {
  const text = texts.find((one) => one.language === language) ?? texts[0];
  return text && { ...text, language: text.language as Language };
}

/**
 * What the placeholders of a canned reply stand for. The page is the reported one, or the sender's if they have one
 * only, which administrators may see; an unknown value is empty.
 */
function useCannedValues(message: MessageViewFragment): (language: Language) => PlaceholderValues {
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
