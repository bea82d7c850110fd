import type { TextKey } from '../../i18n/text-key.ts';

export interface Step {
  /** Anchor, and name of its picture in `public/tutorial`. */
  readonly id: 'step1' | 'step2' | 'step3' | 'step4';
  /** Short label in the list of steps. */
  readonly name: TextKey;
  readonly title: TextKey;
  readonly text: TextKey;
  readonly hint?: TextKey;
  readonly alt: TextKey;
}

export const steps: readonly Step[] = [
  {
    id: 'step1',
    name: 'tutorial.step1.name',
    title: 'tutorial.step1.title',
    text: 'tutorial.step1.text',
    hint: 'tutorial.step1.hint',
    alt: 'tutorial.step1.alt',
  },
  {
    id: 'step2',
    name: 'tutorial.step2.name',
    title: 'tutorial.step2.title',
    text: 'tutorial.step2.text',
    hint: 'tutorial.step2.hint',
    alt: 'tutorial.step2.alt',
  },
  {
    id: 'step3',
    name: 'tutorial.step3.name',
    title: 'tutorial.step3.title',
    text: 'tutorial.step3.text',
    alt: 'tutorial.step3.alt',
  },
  {
    id: 'step4',
    name: 'tutorial.step4.name',
    title: 'tutorial.step4.title',
    text: 'tutorial.step4.text',
    hint: 'tutorial.step4.hint',
    alt: 'tutorial.step4.alt',
  },
];
