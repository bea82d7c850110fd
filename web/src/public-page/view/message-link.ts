import type { RideWay } from './ride.tsx';

/** The address that opens a message in an app. */
export function messageLink({ way, href }: Pick<RideWay, 'way' | 'href'>, message: string, subject: string): string {
  const text = encodeURIComponent(message);
  if (way === 'whatsapp') return `${href}?text=${text}`;
  // iPhones read what follows "&", other phones what follows "?".
  if (way === 'sms') return `${href}?&body=${text}`;
  return `${href}?subject=${encodeURIComponent(subject)}&body=${text.replaceAll('%0A', '%0D%0A')}`;
}
