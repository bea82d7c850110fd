import { DisplayStyle, type Profile } from '@volant/proto/volant/pages/v1/page_pb';

/** The driver's profile data as the API shows it to passengers (`blocks`). */
export interface PublicProfile {
  readonly name: string;
  readonly company: string;
  readonly bio: string;
  readonly phone: string;
  readonly email: string;
  readonly whatsapp: string;
  readonly website: string;
  readonly instagram: string;
  readonly displayStyle: 'modern' | 'minimal' | 'buttons';
  readonly customFields: readonly {
    readonly id: string;
    readonly name: string;
    readonly value: string;
    readonly icon: string;
    readonly color: string;
  }[];
}

/** Whether there is a name to show: of the driver, of their company, or of the page. */
export function hasName({ name, company }: Pick<PublicProfile, 'name' | 'company'>, displayName: string): boolean {
  return [name, company, displayName].some((text) => text.trim() !== '');
}

export function publicProfileOf(profile: Profile): PublicProfile {
  const { name, company, bio, phone, email, whatsapp, website, instagram } = profile;
  return {
    name,
    company,
    bio,
    phone,
    email,
    whatsapp,
    website,
    instagram,
    displayStyle: styleOf(profile.displayStyle),
    customFields: profile.customFields.map(({ id, name, value, icon, color }) => ({ id, name, value, icon, color })),
  };
}

function styleOf(style: DisplayStyle): PublicProfile['displayStyle'] {
  if (style === DisplayStyle.MINIMAL) return 'minimal';
  return style === DisplayStyle.BUTTONS ? 'buttons' : 'modern';
}
