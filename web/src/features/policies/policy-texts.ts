import type { Language } from '../../i18n/language.ts';
import privacyEn from './texts/privacy.en.json';
import privacyFr from './texts/privacy.fr.json';
import refundEn from './texts/refund.en.json';
import refundFr from './texts/refund.fr.json';
import termsEn from './texts/terms.en.json';
import termsFr from './texts/terms.fr.json';

export interface PolicySection {
  /** Anchor, the same in both languages. */
  readonly id: string;
  readonly title: string;
  /** A string is a paragraph, an array a bulleted list. */
  readonly blocks: readonly (string | readonly string[])[];
}

/** A legal text. `{{company}}` is replaced by the operator's company. */
export interface PolicyText {
  readonly title: string;
  /** Date of the latest version, `YYYY-MM-DD`. */
  readonly updated: string;
  readonly lede: string;
  /** Summary in plain language. */
  readonly summary: readonly string[];
  readonly sections: readonly PolicySection[];
}

export type PolicyName = 'privacy' | 'refund' | 'terms';

export const policyTexts: Readonly<Record<PolicyName, Readonly<Record<Language, PolicyText>>>> = {
  privacy: { fr: privacyFr, en: privacyEn },
  refund: { fr: refundFr, en: refundEn },
  terms: { fr: termsFr, en: termsEn },
};
