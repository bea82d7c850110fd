import { type RideField, type RideTexts, today } from './ride-message.ts';

type Attributes = Readonly<Record<string, string>>;

/** An element with attributes and children. */
export function element(tag: string, attributes: Attributes, ...children: (Node | string)[]): HTMLElement {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

/** The empty field. */
export function inputOf(field: RideField): HTMLInputElement {
  return element('input', { id: `ride-${field}`, ...kindOf(field) }) as HTMLInputElement;
}

/** One of the two choices of the time. */
export function choiceOf(): HTMLInputElement {
  return element('input', { type: 'radio', name: 'when' }) as HTMLInputElement;
}

/** A number with its label between two buttons. */
export function counterOf(input: HTMLInputElement, label: string, { fewer, more }: RideTexts): HTMLElement {
  const buttonOf = (sign: string, name: string, step: () => void) => {
    const button = element('button', { type: 'button', 'aria-label': `${label}, ${name}` }, sign);
    button.addEventListener('click', () => {
      step();
      input.dispatchEvent(new Event('input', { bubbles: true }));
    });
    return button;
  };
  return element(
    'div',
    { class: 'ride-counter' },
    element('label', { for: input.id }, label),
    buttonOf('−', fewer, () => input.stepDown()),
    input,
    buttonOf('+', more, () => input.stepUp()),
  );
}

function kindOf(field: RideField): Attributes {
  if (field === 'day') return { type: 'date', min: today(), max: '9999-12-31' };
  if (field === 'time') return { type: 'time' };
  if (field === 'passengers') return { type: 'number', inputmode: 'numeric', min: '1', max: '99' };
  if (field === 'luggage') return { type: 'number', inputmode: 'numeric', min: '0', max: '99', placeholder: '0' };
  const place = field === 'from' || field === 'to';
  return {
    type: 'text',
    dir: 'auto',
    autocomplete: field === 'name' ? 'name' : 'off',
    ...(place && { 'aria-describedby': 'ride-needed' }),
  };
}
