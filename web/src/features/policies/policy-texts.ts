import { DEFAULT_LANGUAGE, type Language } from '@volant/proto/text/languages';

export interface PolicySection {
  /** Anchor, the same in all languages. */
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

const texts = import.meta.glob<PolicyText>('./texts/*.json', { eager: true, import: 'default' });

/** The text in this language, or in French. */
export function policyText(name: PolicyName, language: Language): PolicyText {
  const found = texts[`./texts/${name}.${language}.json`] ?? texts[`./texts/${name}.${DEFAULT_LANGUAGE}.json`];
  if (found === undefined) throw new Error(`there is no text ${name}`);
  return found;
}
