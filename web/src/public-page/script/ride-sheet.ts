import { DEFAULT_LANGUAGE } from '@volant/proto/text/languages';
import { closeOnBack } from '../../browser/close-on-back.ts';
import type { RideWay } from '../view/ride.tsx';
import {
  isImpossible,
  RIDE_FIELDS,
  type RideField,
  type RideTexts,
  rideLink,
  type Speech,
  saysWhere,
} from './ride-message.ts';
import styles from './ride-sheet.css?inline';
import frenchTexts from './texts/ride.fr.json';

interface RideSheet {
  /** The page, which the sheet becomes a part of. */
  readonly root: HTMLElement;
  /** The link that opens the sheet; it has the focus again when the sheet closes. */
  readonly opener: HTMLElement;
  readonly ways: readonly RideWay[];
  /** Called when the passenger opens a message. */
  readonly onWay: (way: RideWay) => void;
}

type Attributes = Readonly<Record<string, string>>;

/** The message is in French too. */
const french: Speech = { language: DEFAULT_LANGUAGE, texts: frenchTexts };
/** All languages come with the form: together they compress well, and nobody waits for a second file. */
const catalogues = import.meta.glob<RideTexts>('./texts/ride.*.json', { eager: true, import: 'default' });
const fields = Object.keys(RIDE_FIELDS) as RideField[];
/** Lasts while the page is open, so that it survives closing the sheet; never stored or sent. */
const typed = Object.fromEntries(fields.map((field) => [field, ''])) as Record<RideField, string>;
/** The page's policy admits no style sheet by address. Browsers without this constructor follow the link instead. */
const sheet = new CSSStyleSheet();

export function openRideSheet({ root, opener, ways, onWay }: RideSheet): void {
  // Tapped again while the code loaded.
  if (root.querySelector('dialog.ride')) return;
  const own = speechIn(document.documentElement.lang);
  const { texts } = own;
  const inputs = fields.map(inputOf);
  const links = ways.map(({ way }) => element('a', { class: 'ride-way', ...openedIn(way) }, texts[way]));
  const close = element('button', { type: 'button', class: 'ride-close', 'aria-label': texts.close }, '×');
  const error = element('p', { id: 'ride-error', class: 'ride-error', role: 'alert' });
  const form = element(
    'form',
    {},
    // The title has the focus at first, so that no keyboard covers the form.
    element('h2', { id: 'ride-title', tabindex: '-1', autofocus: '' }, texts.title),
    close,
    element('div', { class: 'ride-fields' }, ...inputs.map((input, index) => labelled(input, texts, fields[index]))),
    error,
    element('div', { class: 'ride-ways' }, ...links),
    element('p', { class: 'ride-note' }, texts.note),
  ) as HTMLFormElement;
  const dialog = element('dialog', { class: 'ride', 'aria-labelledby': 'ride-title' }, form) as HTMLDialogElement;

  const say = (problem: string) => {
    error.textContent = problem;
    for (const place of inputs.slice(0, 2)) {
      place.toggleAttribute('aria-invalid', problem !== '');
      place.setAttribute('aria-describedby', problem === '' ? '' : error.id);
    }
  };
  const write = () => {
    for (const [index, way] of ways.entries()) links[index]?.setAttribute('href', rideLink(way, typed, french, own));
    if (saysWhere(typed)) say('');
    for (const [index, input] of inputs.entries()) {
      input.setCustomValidity(problemIn(input, fields[index] as RideField, texts));
    }
  };
  form.addEventListener('input', ({ target }) => {
    const index = inputs.indexOf(target as HTMLInputElement);
    typed[fields[index] as RideField] = (target as HTMLInputElement).value;
    write();
  });
  for (const [index, way] of ways.entries()) {
    links[index]?.addEventListener('click', (event) => {
      // Time passes while the form is open.
      write();
      const isValid = form.reportValidity();
      if (isValid && saysWhere(typed)) return onWay(way);
      event.preventDefault();
      if (!isValid) return;
      say(texts.needed);
      inputs[0]?.focus();
    });
  }
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    links[0]?.click();
  });
  close.addEventListener('click', () => dialog.close());
  dialog.addEventListener('click', ({ target }) => {
    // The backdrop.
    if (target === dialog) dialog.close();
  });
  const closed = closeOnBack(() => dialog.close());
  dialog.addEventListener('close', () => {
    closed();
    dialog.remove();
    opener.focus();
  });

  write();
  sheet.replaceSync(styles);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets.filter((other) => other !== sheet), sheet];
  root.append(dialog);
  dialog.showModal();
}

/** The reader's language, or French if the form does not speak it. */
function speechIn(language: string): Speech {
  const texts = catalogues[`./texts/ride.${language}.json`];
  return texts ? { language, texts } : french;
}

function element(tag: string, attributes: Attributes, ...children: (Node | string)[]): HTMLElement {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

function inputOf(field: RideField): HTMLInputElement {
  const attributes = { id: `ride-${field}`, ...kindOf(field) };
  const input = element('input', attributes) as HTMLInputElement;
  input.value = typed[field];
  return input;
}

/** What is wrong with a field besides what the browser finds; '' if nothing is. */
function problemIn({ type, value }: HTMLInputElement, field: RideField, texts: RideTexts): string {
  if (field === 'time' && isImpossible(typed)) return texts.over;
  // Browsers cut a pasted text at `maxlength` and say nothing.
  const limit = RIDE_FIELDS[field];
  return type === 'text' && value.length > limit ? texts.tooLong.replace('{limit}', `${limit}`) : '';
}

function kindOf(field: RideField): Attributes {
  if (field === 'day') return { type: 'date', min: today(), max: '9999-12-31' };
  if (field === 'time') return { type: 'time' };
  if (field === 'passengers' || field === 'luggage') {
    return { type: 'number', inputmode: 'numeric', min: field === 'luggage' ? '0' : '1', max: '99' };
  }
  return { type: 'text', dir: 'auto', autocomplete: field === 'name' ? 'name' : 'off' };
}

/** By the passenger's clock. */
function today(): string {
  // Swedish dates are those of the field.
  return new Date().toLocaleDateString('sv');
}

function labelled(input: HTMLInputElement, texts: RideTexts, field: RideField = 'from'): HTMLElement {
  return element('label', { class: input.type === 'text' ? 'ride-wide' : '' }, texts[field], input);
}

/** WhatsApp has a web page, which should not take the place of this one. */
function openedIn(way: RideWay['way']): Attributes {
  return way === 'whatsapp' ? { target: '_blank', rel: 'noopener' } : {};
}
