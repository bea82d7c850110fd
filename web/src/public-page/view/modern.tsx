import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';
import { Bio, Identity, Portrait } from './identity.tsx';
import type { LayoutProps } from './layout.ts';
import { fitName } from './name-fit.ts';
import { ContactValue, CustomSurface, Surface } from './surface.tsx';
import { shortFirst, wideTiles } from './tiles.ts';

const shown = 20;

/** A digital business card: the card itself, the call button below it, the rest as tiles. */
export function Modern({ avatar, Heading, save, ride, desk, texts, ...page }: LayoutProps): ReactNode {
  const { title, company, bio, contacts, custom } = page;
  const [first, ...rest] = contacts;
  const others = shortFirst(rest, shown);
  const name = fitName(title);
  const wide = wideTiles([...others, ...custom], shown);
  return (
    <>
      <div className="pp-beside">
        <header className={name.wide ? 'pp-card pp-has-wide-name' : 'pp-card'}>
          <div className="pp-print">
            <Icon name="contactless" className="pp-icon pp-wave" />
            <Identity as={Heading} of={name} short={16} company={company} />
          </div>
          <Portrait avatar={avatar} name={title} size={208} />
        </header>
        {desk}
      </div>
      <Bio of={bio} />
      <div className="pp-first">
        {first && (
          <Surface target={first.target} click={first.click} className="pp-call">
            <Icon name={first.icon} />
            <span>
              <span className="pp-label">{first.icon === 'phone' ? texts.call : texts[first.icon]}</span>
              <ContactValue of={first} length={shown} />
            </span>
          </Surface>
        )}
        {save}
        {ride}
      </div>
      <ul className="pp-tiles">
        {others.map((contact, index) => (
          <li key={contact.icon} className={wide[index] ? 'pp-wide' : undefined}>
            <Surface target={contact.target} click={contact.click} className="pp-tile">
              <span className="pp-label">
                <Icon name={contact.icon} />
                {texts[contact.icon]}
              </span>
              <ContactValue of={contact} length={shown} />
            </Surface>
          </li>
        ))}
        {custom.map((item, index) => (
          <li key={item.key} className={wide[others.length + index] ? 'pp-wide' : undefined}>
            <CustomSurface of={item} length={shown} copy={texts.copy} className="pp-tile" />
          </li>
        ))}
      </ul>
    </>
  );
}
