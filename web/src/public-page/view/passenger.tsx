import type { Language } from '@volant/proto/text/languages';
import type { ReactNode } from 'react';
import type { PageTexts } from '../../i18n/texts.ts';
import { type Line, shownRegisters } from './business.tsx';
import { Icon } from './icon.tsx';
import { type ContactItem, type CustomItem, contactsOf, customItemsOf } from './items.ts';
import { messageLink } from './message-link.ts';
import { tradeItemOf } from './page-items.ts';
import { type Profile, titleOf } from './profile.ts';
import { Ride, type RideWay, rideWaysOf } from './ride.tsx';
import { Surface } from './surface.tsx';
import french from './texts/passenger.fr.json';
import type { TradeItem } from './trade-items.ts';

/*
 * For the passenger in the car and after the ride. The script adds date and hour to the messages of links with
 * `data-now`. They leave in the passenger's own app; the server is sent nothing of them.
 */

/** Of all languages, because a message is also in French; previews and the script of the page load none. */
const catalogues = import.meta.glob<typeof french>('./texts/passenger.*.json', { eager: true, import: 'default' });

interface PassengerProps {
  readonly profile: Profile;
  readonly displayName: string;
  readonly contacts?: readonly ContactItem[];
  readonly labelOf: (name: string) => string;
  readonly address: string;
  readonly language: Language;
  readonly texts: PageTexts;
}

/** What follows the contacts on the page itself; previews do without it. */
export function Passenger(props: PassengerProps): ReactNode {
  const { profile, displayName, contacts = contactsOf(profile), labelOf, address, language } = props;
  const own = catalogues[`./texts/passenger.${language}.json`] ?? french;
  const texts = { ...props.texts, ...own };
  const ways = rideWaysOf(contacts);
  return (
    <>
      <Aboard
        title={titleOf(profile, displayName)}
        registers={shownRegisters(profile, texts)}
        address={address}
        texts={texts}
      />
      <AfterRide
        custom={customItemsOf(profile, labelOf)}
        ways={ways}
        lostMessage={[...new Set([french.lostMessage, own.lostMessage])].join('\n\n')}
        again={
          profile.rideRequests && (
            <Ride ways={ways} label={texts.again} small voucherAt={profile.trade === 'vtc' ? address : undefined} />
          )
        }
        texts={texts}
      />
    </>
  );
}

interface AboardProps {
  readonly title: string;
  /** What tells the car; without it nothing is offered. */
  readonly registers: readonly Line[];
  readonly address: string;
  readonly texts: PageTexts & typeof french;
}

/** Tells somebody in which car the passenger is; without the script, as an SMS. */
function Aboard({ title, registers, address, texts }: AboardProps): ReactNode {
  if (registers.length === 0) return null;
  const lines = [texts.aboardMessage, title, ...registers.map(([label, value]) => `${label} ${value}`), address];
  // No link can contain halves of characters.
  const message = lines.join('\n').replace(/\p{Cs}/gu, '');
  return (
    <a className="pp-small" href={messageLink({ way: 'sms', href: 'sms:' }, message, '')} data-now="share">
      <Icon name="share" />
      <span>{texts.aboard}</span>
    </a>
  );
}

interface AfterRideProps {
  readonly custom: readonly CustomItem[];
  readonly ways: readonly RideWay[];
  /** In French, and in the passenger's language beneath. */
  readonly lostMessage: string;
  /** The link that asks for another ride, if the driver offers it. */
  readonly again: ReactNode;
  readonly texts: PageTexts & typeof french;
}

/** Items of the driver that lead somewhere after a ride. */
const AFTERWARDS: readonly (TradeItem | undefined)[] = ['review', 'tip'];

/** Folded, because the call stays the page's first action: review, tip, lost items, the next ride. */
function AfterRide({ custom, ways, lostMessage, again, texts }: AfterRideProps): ReactNode {
  const items = custom.filter(({ name, target }) => target.kind !== 'text' && AFTERWARDS.includes(tradeItemOf(name)));
  if (items.length === 0 && ways.length === 0) return null;
  return (
    <details className="pp-after">
      <summary>{texts.afterRide}</summary>
      {items.map(({ key, name, label, target }) => (
        <Surface key={key} target={target} click="CLICK_CUSTOM_FIELD" field={name} className="pp-small">
          {label}
        </Surface>
      ))}
      {again}
      {ways.length > 0 && (
        <div className="pp-lost">
          <span id="pp-lost">{texts.lost}</span>
          {ways.map((way) => (
            <a
              key={way.way}
              className="pp-small"
              href={messageLink(way, lostMessage, texts.lost)}
              data-click={way.click}
              data-now=""
              aria-describedby="pp-lost"
            >
              {texts[way.way]}
            </a>
          ))}
        </div>
      )}
    </details>
  );
}
