import type { ReactNode } from 'react';
import { Chip } from './chip.tsx';
import { Icon } from './icon.tsx';
import { Bio, Identity, Portrait } from './identity.tsx';
import type { LayoutProps } from './layout.ts';
import { fitName } from './name-fit.ts';
import { ContactValue, Surface, Value } from './surface.tsx';

const shown = 35;

/** Large surfaces, one below the other, easy to tap while walking. */
export function Buttons({ avatar, Heading, save, ride, desk, texts, ...page }: LayoutProps): ReactNode {
  const { title, company, bio, contacts, custom } = page;
  const name = fitName(title);
  const call = contacts.find(({ icon }) => icon === 'phone');
  const others = contacts.filter((contact) => contact !== call);
  return (
    <>
      <header className={name.wide ? 'pp-head pp-has-wide-name' : 'pp-head'}>
        <Portrait avatar={avatar} name={title} size={64} />
        <Identity as={Heading} of={name} short={18} company={company} />
      </header>
      <Bio of={bio} />
      {call && (
        <Surface target={call.target} click={call.click} className="pp-call">
          <Icon name="phone" />
          <span>
            <span className="pp-label">{texts.call}</span>
            <ContactValue of={call} length={shown} />
          </span>
        </Surface>
      )}
      {ride}
      {save}
      <ul className="pp-stack">
        {others.map((contact) => (
          <li key={contact.icon}>
            <Surface target={contact.target} click={contact.click} className="pp-button">
              <span className="pp-chip pp-plain">
                <Icon name={contact.icon} />
              </span>
              <span className="pp-lines">
                <span className="pp-label">{texts[contact.icon]}</span>
                <ContactValue of={contact} length={shown} />
              </span>
            </Surface>
          </li>
        ))}
        {custom.map(({ key, name, label, value, target, icon, color }) => (
          <li key={key}>
            <Surface
              target={target}
              click="CLICK_CUSTOM_FIELD"
              field={name}
              copies={value}
              copy={texts.copy}
              className="pp-button"
            >
              <Chip icon={icon} color={color} />
              <span className="pp-lines">
                <span className="pp-label">
                  <bdi>{label}</bdi>
                </span>
                <Value of={value} length={shown} tap={target.kind === 'text' ? 'copies' : 'opens'} />
              </span>
            </Surface>
          </li>
        ))}
      </ul>
      {desk}
    </>
  );
}
