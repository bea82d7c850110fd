import { plainCardId } from '@volant/proto/text/card-id';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { href, useParams } from 'react-router';
import * as v from 'valibot';
import { ApiError, NetworkError } from '../../api/api-error.ts';
import { call } from '../../api/client.ts';
import { titleOf } from '../../public-page/view/profile.ts';
import { useSession } from '../../session/use-session.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { MessageScreen } from '../../ui/message-screen.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { CardFrame } from './card-frame.tsx';
import { ClaimScreen } from './claim-screen.tsx';
import { blocksSchema, type PublicPage, publicPageSchema } from './public-page-shape.ts';
import { ShownProfile } from './shown-profile.tsx';

const RETRY_MS = 500;
/** Cards that show nothing of their page. */
const RETIRED = ['CARD_LOST', 'CARD_REPLACED'] as const;
type Retired = (typeof RETIRED)[number];

async function readPublicPage(id: string, signal: AbortSignal): Promise<PublicPage | Retired> {
  const path = `/api/public/pages/${encodeURIComponent(id)}`;
  try {
    return await call(path, { answer: publicPageSchema, on401: 'answer', signal });
  } catch (error) {
    const retired = error instanceof ApiError ? RETIRED.find((code) => code === error.code) : undefined;
    if (retired === undefined) throw error;
    return retired;
  }
}

/** Retries once after a network failure, which may be brief. A refusal is final. */
async function readPatiently(id: string, signal: AbortSignal): Promise<PublicPage | Retired> {
  try {
    return await readPublicPage(id, signal);
  } catch (error) {
    if (!(error instanceof NetworkError) || signal.aborted) throw error;
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    return readPublicPage(id, signal);
  }
}

/** Reads the page when its screen is shown. */
function usePublicPage(id: string) {
  const [tries, setTries] = useState(0);
  const [outcome, setOutcome] = useState<{ readonly id: string; readonly data?: PublicPage | Retired }>();
  const [reading, setReading] = useState(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another try reads again
  useEffect(() => {
    const aborting = new AbortController();
    const { signal } = aborting;
    setReading(true);
    readPatiently(id, signal)
      .then(
        (data) => setOutcome((known) => (signal.aborted ? known : { id, data })),
        () => setOutcome((known) => (signal.aborted ? known : { id })),
      )
      .then(() => setReading((under) => (signal.aborted ? under : false)));
    return () => aborting.abort();
  }, [id, tries]);
  const known = outcome?.id === id ? outcome : undefined;
  const failed = known !== undefined && known.data === undefined;
  return { data: known?.data, failed, reading, again: () => setTries((count) => count + 1) };
}

/** /d/{id} on the client: all card screens besides the profile that the server renders. */
function CardPage() {
  const { t } = useTranslation();
  const id = plainCardId(useParams()['*'] ?? '') ?? '';
  const { data, failed, reading, again } = usePublicPage(id);

  if (failed) {
    return (
      <CardFrame>
        <MessageScreen title={t('card.notFound')} text={t('card.notFoundHint')}>
          <Button busy={reading} onClick={again}>
            {t('failure.tryAgain')}
          </Button>
          <ButtonLink look="secondary" to={href('/')}>
            {t('failure.goHome')}
          </ButtonLink>
        </MessageScreen>
      </CardFrame>
    );
  }
  if (data === undefined) return <CardLoading />;
  if (typeof data === 'string') return <RetiredCard why={data} />;
  return <CardScreen key={id} id={id} page={data} />;
}

/** A lost card says so and nothing of its driver, who can put it back into use. */
function RetiredCard({ why }: { readonly why: Retired }) {
  const { t } = useTranslation();
  const lost = why === 'CARD_LOST';
  return (
    <CardFrame>
      <MessageScreen
        title={t(lost ? 'card.lost' : 'card.replaced')}
        text={t(lost ? 'card.lostHint' : 'card.replacedHint')}
      >
        {lost && <ButtonLink to={href('/login')}>{t('card.toLogin')}</ButtonLink>}
        <ButtonLink look="secondary" to={href('/')}>
          {t('failure.goHome')}
        </ButtonLink>
      </MessageScreen>
    </CardFrame>
  );
}

function CardScreen({ id, page }: { readonly id: string; readonly page: PublicPage }) {
  const { t } = useTranslation();
  const inactive = page.inactive || page.state === 'INACTIVE' || page.state === 'DEACTIVATED';
  const profile = v.parse(blocksSchema, page.blocks ?? {});
  if (page.claimed && !inactive) {
    return titleOf(profile, page.displayName) === '' ? (
      <SetUpScreen id={id} />
    ) : (
      <ShownProfile id={id} page={page} profile={profile} />
    );
  }
  if (!page.claimed && !inactive) return <ClaimScreen id={id} />;
  const named = page.claimed && page.displayName !== '';
  // A pause ends by itself; a block does not, and its reason is the driver's to see.
  const blocked = page.claimed && page.state === 'DEACTIVATED';
  const hint = page.claimed ? t(blocked ? 'card.blockedHint' : 'card.inactiveHint') : t('card.inactiveUnclaimedHint');
  return (
    <CardFrame>
      <MessageScreen
        title={named ? t('card.inactiveNamed', { name: page.displayName }) : t('card.inactive')}
        text={hint}
      >
        <ButtonLink to={href('/')}>{t('failure.goHome')}</ButtonLink>
        {blocked && (
          <ButtonLink look="secondary" to={href('/login')}>
            {t('card.toLogin')}
          </ButtonLink>
        )}
      </MessageScreen>
    </CardFrame>
  );
}

function CardLoading() {
  const { t } = useTranslation();
  return (
    <CardFrame>
      <div className="message-screen page" aria-busy="true">
        <PageHeading title={t('card.loading')} className="visually-hidden" />
        <div className="message-screen__art">
          <Skeleton width="100%" height="9.45rem" />
        </div>
        <div className="message-screen__body stack at-start gap-4">
          <Skeleton width="22rem" height="3rem" />
          <Skeleton width="30rem" height="1.5rem" />
          <Skeleton width="12rem" height="2.75rem" />
        </div>
      </div>
    </CardFrame>
  );
}

/** A card with an owner but without a name for its page yet. */
function SetUpScreen({ id }: { readonly id: string }) {
  const { t } = useTranslation();
  const signedIn = useSession() !== null;
  return (
    <CardFrame>
      <MessageScreen title={t('card.setUp')} text={t(signedIn ? 'card.setUpHint' : 'card.setUpGuestHint')}>
        {signedIn ? (
          <ButtonLink to={href('/editor/:id', { id })}>{t('card.setUpEdit')}</ButtonLink>
        ) : (
          <ButtonLink to={href('/login')}>{t('card.setUpLogin')}</ButtonLink>
        )}
        <ButtonLink look="secondary" to={href('/')}>
          {t('failure.goHome')}
        </ButtonLink>
      </MessageScreen>
    </CardFrame>
  );
}

export { CardPage as Component };
