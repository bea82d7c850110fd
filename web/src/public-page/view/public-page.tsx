import type { Language } from '@volant/proto/text/languages';
import type { ReactNode } from 'react';
import type { PageTexts } from '../../i18n/texts.ts';
import { legalNoticeOf, Registers, shownRegisters } from './business.tsx';
import { Buttons } from './buttons.tsx';
import { contactOf } from './contact.ts';
import { type ContactItem, contactsOf, customItemsOf } from './items.ts';
import { Languages } from './languages.tsx';
import { Minimal } from './minimal.tsx';
import { Modern } from './modern.tsx';
import { displayStyleOf, type Profile, text, titleOf } from './profile.ts';
import { Ride, rideWaysOf } from './ride.tsx';
import { SaveContact } from './save-contact.tsx';

export type PublicPageProps = {
  readonly profile: Profile;
  readonly displayName: string;
  readonly avatar: string | undefined;
  readonly language: Language;
  /** The language to offer first, if known; otherwise `activate` finds it. */
  readonly preferred?: Language | undefined;
  readonly texts: PageTexts;
  /** The name of a custom item in the reader's language. Default: as the driver wrote it. */
  readonly labelOf?: (name: string) => string;
  /** Default: those of the profile, as the driver wrote them. */
  readonly contacts?: readonly ContactItem[];
  /** `h2` if the page is a preview inside another screen. */
  readonly heading?: 'h1' | 'h2';
  /** False in a preview. */
  readonly footer?: boolean;
  /** Where the page is; absent in a preview. */
  readonly own?: { readonly path: string; readonly address: string };
  /** For the passenger in the car and after the ride; absent in a preview. */
  readonly passenger?: ReactNode;
  /** Content for desktop users, who cannot call; between the page and its footer. */
  readonly desk?: ReactNode;
};

const layouts = { modern: Modern, minimal: Minimal, buttons: Buttons };

/**
 * A driver's page. Pure: identical on the server, in the editor's preview and in the client. `activate` in
 * ../script adds its behaviour; public-page.css has its styles.
 */
export function PublicPage({
  profile,
  displayName,
  avatar,
  language,
  preferred,
  texts,
  labelOf = (name) => name,
  contacts = contactsOf(profile),
  heading,
  footer = true,
  own,
  passenger,
  desk,
}: PublicPageProps): ReactNode {
  const style = displayStyleOf(profile);
  const Layout = layouts[style];
  const title = titleOf(profile, displayName);
  const ways = profile.rideRequests ? rideWaysOf(contacts) : [];
  return (
    <div className={`pp pp-is-${style}`}>
      {/* The script says these texts. */}
      <div className="pp-sheet" data-copied={texts.copied} data-not-copied={texts.notCopied} data-saved={texts.saved}>
        <Layout
          avatar={avatar || undefined}
          Heading={heading ?? 'h1'}
          title={title}
          company={text(profile.name) && text(profile.company)}
          bio={text(profile.bio)}
          contacts={contacts}
          custom={customItemsOf(profile, labelOf)}
          save={
            title !== '' && (
              <SaveContact
                contact={contactOf({ profile, contacts, displayName, avatar, address: own?.address })}
                file={own && `${own.path}.vcf`}
                label={texts.save}
              />
            )
          }
          ride={
            ways.length > 0 && (
              <Ride ways={ways} label={texts.ride} voucherAt={profile.trade === 'vtc' ? own?.address : undefined} />
            )
          }
          desk={desk}
          texts={texts}
        />
        <div className="pp-aboard">
          <Registers of={shownRegisters(profile, texts)} />
          {passenger}
        </div>
        <Footer texts={texts} legalNotice={legalNoticeOf(profile, texts)} report={own?.path.replace('/d/', '/report/')}>
          {footer && <Languages current={language} preferred={preferred} label={texts.languages} />}
        </Footer>
      </div>
      <p className="pp-said" role="status" />
    </div>
  );
}

interface FooterProps {
  readonly texts: PageTexts;
  readonly legalNotice: string;
  /** Path of the form that reports the page; absent in a preview. */
  readonly report: string | undefined;
  /** Links to other languages; without them there is no link to the maker either. */
  readonly children: ReactNode;
}

function Footer({ texts, legalNotice, report, children }: FooterProps): ReactNode {
  if (!children && legalNotice === '') return null;
  return (
    <footer className="pp-foot">
      {legalNotice !== '' && (
        <details className="pp-legal">
          <summary>{texts.legalNotice}</summary>
          <p dir="auto">{legalNotice}</p>
        </details>
      )}
      {children && (
        <>
          <a className="pp-maker" href="/">
            {texts.poweredBy} <strong>Volant</strong>
          </a>
          {report && (
            <a className="pp-report" href={report} rel="nofollow">
              {texts.report}
            </a>
          )}
          {children}
        </>
      )}
    </footer>
  );
}
