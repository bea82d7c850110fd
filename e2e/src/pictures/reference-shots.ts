import type { Look, Visitor } from '../screens.ts';

/** A screen that is compared with a reference picture. */
export interface ReferenceShot {
  readonly name: string;
  readonly path: string;
  readonly visitor: Visitor;
  readonly look: Look;
}

const phone = { language: 'fr', theme: 'light', width: 360 } as const;
const phoneAtNight = { language: 'en', theme: 'dark', width: 360 } as const;
const desk = { language: 'en', theme: 'light', width: 1280 } as const;
const deskAtNight = { language: 'fr', theme: 'dark', width: 1280 } as const;

/** The main screens, in various languages, themes and widths. */
export const REFERENCE_SHOTS: readonly ReferenceShot[] = [
  { name: 'landing', path: '/', visitor: 'guest', look: phone },
  { name: 'landing-desk', path: '/', visitor: 'guest', look: deskAtNight },
  { name: 'login', path: '/login', visitor: 'guest', look: phone },
  { name: 'signup', path: '/signup', visitor: 'guest', look: phoneAtNight },
  { name: 'contact', path: '/contact', visitor: 'guest', look: desk },
  { name: 'tutorial', path: '/tutorial', visitor: 'guest', look: phone },
  { name: 'public-modern', path: '/d/demo-berline', visitor: 'guest', look: phone },
  { name: 'public-minimal', path: '/d/demo-van', visitor: 'guest', look: phoneAtNight },
  { name: 'public-buttons', path: '/d/demo-taxi', visitor: 'guest', look: deskAtNight },
  { name: 'claim-screen', path: '/d/demo-libre-1', visitor: 'guest', look: phone },
  { name: 'dashboard', path: '/dashboard', visitor: 'driver', look: phone },
  { name: 'dashboard-desk', path: '/dashboard', visitor: 'driver', look: desk },
  { name: 'cards', path: '/cards/demo-berline', visitor: 'driver', look: phoneAtNight },
  { name: 'handover', path: '/handover?token=demo.berline', visitor: 'guest', look: phone },
  { name: 'editor', path: '/editor/demo-berline', visitor: 'driver', look: phone },
  { name: 'account', path: '/account', visitor: 'driver', look: deskAtNight },
  { name: 'support', path: '/support', visitor: 'support', look: desk },
  { name: 'admin', path: '/admin', visitor: 'admin', look: deskAtNight },
];
