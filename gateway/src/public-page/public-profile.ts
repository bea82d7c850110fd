import { type DisplayStyle, eachSwitch, eachText, type Profile } from '@volant/proto/profile/profile';
import * as wire from '@volant/proto/volant/pages/v1/page_pb';

/** Whether there is a name to show: of the driver, of their company, or of the page. */
export function hasName({ name, company }: Pick<Profile, 'name' | 'company'>, displayName: string): boolean {
  return [name, company, displayName].some((text) => text.trim() !== '');
}

export function publicProfileOf(profile: wire.Profile): Profile {
  return {
    ...eachText((text) => profile[text]),
    ...eachSwitch((name) => profile[name]),
    displayStyle: STYLES[profile.displayStyle] ?? 'modern',
    customFields: profile.customFields.map(({ id, name, value, icon, color }) => ({ id, name, value, icon, color })),
  };
}

const STYLES: Readonly<Record<wire.DisplayStyle, DisplayStyle>> = {
  [wire.DisplayStyle.UNSPECIFIED]: 'modern',
  [wire.DisplayStyle.MODERN]: 'modern',
  [wire.DisplayStyle.MINIMAL]: 'minimal',
  [wire.DisplayStyle.BUTTONS]: 'buttons',
};
