import type { ReactNode } from 'react';
import { Bio, Identity, Portrait } from './identity.tsx';
import type { LayoutProps } from './layout.ts';
import { fitName } from './name-fit.ts';
import { ContactValue, CustomSurface, Surface } from './surface.tsx';

const shown = 20;

/** A typographic list: label and value on hairlines. */
export function Minimal({ avatar, Heading, save, ride, desk, texts, ...page }: LayoutProps): ReactNode {
  const { title, company, bio, contacts, custom } = page;
  const name = fitName(title);
  return (
    <>
      <header className={name.wide ? 'pp-head pp-has-wide-name' : 'pp-head'}>
        <Identity as={Heading} of={name} short={24} company={company} />
        <Portrait avatar={avatar} name={title} size={72} />
      </header>
      <Bio of={bio} />
      <ul className="pp-rows">
        {contacts.map((contact, index) => (
          <li key={contact.icon}>
            <Surface
              target={contact.target}
              click={contact.click}
              className={index === 0 ? 'pp-row pp-call' : 'pp-row'}
            >
              <span className="pp-label">{contact.icon === 'phone' ? texts.call : texts[contact.icon]}</span>
              <ContactValue of={contact} length={shown} />
            </Surface>
          </li>
        ))}
        {ride && <li>{ride}</li>}
        {custom.map((item) => (
          <li key={item.key}>
            <CustomSurface of={item} length={shown} copy={texts.copy} className="pp-row" />
          </li>
        ))}
        {save && <li>{save}</li>}
      </ul>
      {desk}
    </>
  );
}
