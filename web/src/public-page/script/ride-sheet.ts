import { DEFAULT_LANGUAGE } from '@volant/proto/text/languages';
import { closeOnBack } from '../../browser/close-on-back.ts';
import type { RideWay } from '../view/ride.tsx';
import fieldStyles from './ride-fields.css?inline';
import { choiceOf, counterOf, element, inputOf } from './ride-fields.ts';
import {
  isImpossible,
  RIDE_FIELDS,
  type Ride,
  type RideField,
  type RideTexts,
  rideLink,
  type Speech,
  saysWhere,
  today,
} from './ride-message.ts';
import styles from './ride-sheet.css?inline';
import frenchTexts from './texts/ride.fr.json';

interface RideSheet {
  /** The page, which the sheet becomes a part of. */
  readonly root: HTMLElement;
  /** The link that opens the sheet; it has the focus again when the sheet closes. */
  readonly opener: HTMLElement;
  readonly ways: readonly RideWay[];
  /** Of the reader, or undefined if the form does not speak it: French then. */
  readonly texts: RideTexts | undefined;
  /** Address of the screen for booking vouchers, of a driver who needs them. */
  readonly voucher?: string | undefined;
  /** Makes the choices of what fills the form; undefined without a last ride. */
  readonly again?: ((fill: (ride: Ride) => void) => HTMLElement) | undefined;
  /** Called when the passenger opens a message. */
  readonly onWay: (way: RideWay, ride: Ride) => void;
}

/** The message is in French too. */
const french: Speech = { language: DEFAULT_LANGUAGE, texts: frenchTexts };
const fields = Object.keys(RIDE_FIELDS) as RideField[];
/** Lasts while the page is open, so that it survives closing the sheet; never sent. */
const typed: { -readonly [Key in keyof Ride]: Ride[Key] } = {
  from: '',
  to: '',
  soon: true,
  day: today(),
  time: '',
  passengers: '1',
  luggage: '',
  transport: '',
  name: '',
};
/** The page's policy admits no style sheet by address. Browsers without this constructor follow the link instead. */
const sheet = new CSSStyleSheet();

export function openRideSheet({ root, opener, ways, texts: ownTexts, voucher, again, onWay }: RideSheet): void {
  // Tapped again while the code loaded.
  if (root.querySelector('dialog.ride')) return;
  const own = ownTexts ? { language: document.documentElement.lang, texts: ownTexts } : french;
  const { texts } = own;
  const inputs = Object.fromEntries(fields.map((field) => [field, inputOf(field)])) as Record<
    RideField,
    HTMLInputElement
  >;
  const labelled = (field: RideField) => element('label', {}, texts[field], inputs[field]);
  const counted = (field: RideField) => counterOf(inputs[field], texts[field], texts);
  const [soon, later] = [choiceOf(), choiceOf()];
  const at = element('fieldset', { class: 'ride-pair' }, labelled('day'), labelled('time')) as HTMLFieldSetElement;
  const extra = element(
    'details',
    {},
    element('summary', {}, texts.extra),
    counted('luggage'),
    labelled('transport'),
    labelled('name'),
  ) as HTMLDetailsElement;
  const links = ways.map(({ way }) => element('a', { class: 'ride-way', ...openedIn(way) }, texts[way]));
  const close = element('button', { type: 'button', class: 'ride-close', 'aria-label': texts.close }, '×');
  // Always there, because screen readers miss the text of an element that just appears.
  const error = element('p', { class: 'ride-error', role: 'alert' });
  const form = element(
    'form',
    {},
    // The title has the focus at first, so that no keyboard covers the form.
    element('h2', { id: 'ride-title', tabindex: '-1', autofocus: '' }, texts.title),
    close,
    labelled('from'),
    labelled('to'),
    element('div', {}, error, element('p', { id: 'ride-needed', class: 'ride-note' }, texts.needed)),
    element(
      'div',
      { class: 'ride-when', role: 'radiogroup', 'aria-label': texts.day },
      element('label', {}, soon, element('span', {}, texts.soon.charAt(0).toUpperCase() + texts.soon.slice(1))),
      element('label', {}, later, element('span', {}, texts.later)),
    ),
    at,
    counted('passengers'),
    extra,
    element('div', { class: 'ride-ways' }, ...links),
    element('p', { class: 'ride-note' }, texts.note),
  ) as HTMLFormElement;
  const dialog = element('dialog', { class: 'ride', 'aria-labelledby': 'ride-title' }, form) as HTMLDialogElement;

  const say = (problem: string) => {
    error.textContent = problem;
    for (const place of [inputs.from, inputs.to]) place.toggleAttribute('aria-invalid', problem !== '');
  };
  const write = () => {
    typed.soon = soon.checked;
    // A field that is not shown is not checked either.
    at.disabled = typed.soon;
    for (const field of fields) {
      typed[field] = inputs[field].value;
      inputs[field].setCustomValidity(problemIn(inputs[field], field, texts));
    }
    for (const [index, way] of ways.entries()) {
      links[index]?.setAttribute('href', rideLink(way, typed, french, own, voucher));
    }
    if (saysWhere(typed)) say('');
  };
  const fill = (ride: Ride) => {
    for (const field of fields) inputs[field].value = ride[field] ?? '';
    (ride.soon ? soon : later).checked = true;
    write();
    extra.open ||= typed.luggage + typed.transport + typed.name !== '';
  };
  form.addEventListener('input', write);
  // A field that is folded cannot show what is wrong with it.
  extra.addEventListener('invalid', () => extra.toggleAttribute('open', true), true);
  for (const [index, way] of ways.entries()) {
    links[index]?.addEventListener('click', (event) => {
      // Time passes while the form is open.
      write();
      const isValid = form.reportValidity();
      if (isValid && saysWhere(typed)) return onWay(way, typed);
      event.preventDefault();
      if (!isValid) return;
      say(texts.needed);
      inputs.from.focus();
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

  fill(typed);
  if (again !== undefined) close.after(again(fill));
  sheet.replaceSync(styles + fieldStyles);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets.filter((other) => other !== sheet), sheet];
  root.append(dialog);
  dialog.showModal();
}

/** What is wrong with a field besides what the browser finds; '' if nothing is. */
function problemIn({ type, value }: HTMLInputElement, field: RideField, texts: RideTexts): string {
  if (field === 'time' && isImpossible(typed)) return texts.over;
  // Browsers cut a pasted text at `maxlength` and say nothing.
  const limit = RIDE_FIELDS[field];
  return type === 'text' && value.length > limit ? texts.tooLong.replace('{limit}', `${limit}`) : '';
}

/** WhatsApp has a web page, which should not take the place of this one. */
function openedIn(way: RideWay['way']): Readonly<Record<string, string>> {
  return way === 'whatsapp' ? { target: '_blank', rel: 'noopener' } : {};
}
