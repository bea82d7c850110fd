import styles from './again.css?inline';
import type { Ride } from './ride-message.ts';
import french from './texts/again.fr.json';

/** Of all languages: together they are shorter than another request is long. */
const catalogues = import.meta.glob<typeof french>('./texts/again.*.json', { eager: true, import: 'default' });

const WEEK_MS = 7 * 24 * 60 * 60 * 1_000;

/** The rides that a tap asks for, after the last one. */
export const AGAIN = {
  same: (ride: Ride, now: Date): Ride => (isOver(ride, now) ? soon(ride) : ride),
  back: (ride: Ride): Ride => ({ ...soon(ride), from: ride.to, to: ride.from, transport: '' }),
  nextWeek(ride: Ride, now: Date): Ride {
    const weeks = Math.max(1, Math.ceil((now.getTime() - Date.parse(`${ride.day}T${ride.time}`)) / WEEK_MS));
    // At noon, so that no clock change moves the day.
    const day = new Date(`${ride.day}T12:00`);
    day.setDate(day.getDate() + 7 * weeks);
    return { ...ride, soon: false, day: day.toLocaleDateString('sv') };
  },
} as const;

function soon(ride: Ride): Ride {
  return { ...ride, soon: true, day: new Date().toLocaleDateString('sv'), time: '' };
}

function isOver({ day, time }: Ride, now: Date): boolean {
  return new Date(`${day}T${time || '23:59'}`) < now;
}

interface Again {
  readonly ride: Ride;
  readonly onForget: () => void;
}

/** Fills the form with a ride. */
export type Fill = (ride: Ride) => void;

/** The choices above the form, which the caller gives what fills it. */
export function againChoices({ ride, onForget }: Again): (fill: Fill) => HTMLElement {
  const texts = catalogues[`./texts/again.${document.documentElement.lang}.json`] ?? french;
  return (fill) => {
    const choices = document.createElement('fieldset');
    choices.className = 'ride-again';
    const legend = document.createElement('legend');
    legend.textContent = texts.title;
    const places = document.createElement('bdi');
    places.textContent = [ride.from, ride.to].filter((place) => place !== '').join(' → ');
    choices.append(legend, places);
    const add = (text: string, onClick: () => void) => {
      const button = document.createElement('button');
      button.type = 'button';
      button.textContent = text;
      button.addEventListener('click', onClick);
      choices.append(button);
    };
    for (const choice of ['same', 'back', 'nextWeek'] as const) {
      add(texts[choice], () => fill(AGAIN[choice](ride, new Date())));
    }
    add(texts.forget, () => {
      onForget();
      choices.parentElement?.querySelector<HTMLElement>('h2')?.focus();
      choices.remove();
    });
    const style = new CSSStyleSheet();
    style.replaceSync(styles);
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, style];
    return choices;
  };
}
