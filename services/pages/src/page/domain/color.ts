import { bareWord, plainText } from '@volant/proto/contact/plain-text';

/** Three or six digits, and the opacity of an opaque colour. */
const HEX = /^#?(?:([\da-f]{3})f?|([\da-f]{6})(?:ff)?)$/;
const RGB = /^rgba?\((\d{1,3})[ ,]+(\d{1,3})[ ,]+(\d{1,3})(?:[ ,/]+(?:1(?:\.0)?|100%))?\)$/;

/** A colour as programs copy it, in the form `#rrggbb`; undefined if it is another text, or not opaque. */
export function hexColor(written: string): string | undefined {
  const text = bareWord(plainText(written).toLowerCase())
    .replace(/^# {1,3}/, '#')
    .replace(/ {0,3}([(),/]) {0,3}/g, '$1');
  const [, three, six] = HEX.exec(text) ?? [];
  if (three !== undefined) return `#${three.replace(/./g, '$&$&')}`;
  if (six !== undefined) return `#${six}`;
  const channels = (RGB.exec(text)?.slice(1, 4) ?? []).map(Number);
  if (channels.length === 0 || channels.some((channel) => channel > 255)) return undefined;
  return `#${channels.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
}
