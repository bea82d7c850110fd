import type { Rule } from './findings.ts';

/** Files in which an otherwise refused use is allowed, with the reason: what bounds the text. */
export interface Exception {
  readonly rule: Rule;
  readonly files: RegExp;
  /** The code that is allowed; if absent, the whole file. */
  readonly code?: string;
  readonly because: string;
}

export const EXCEPTIONS: readonly Exception[] = [
  { rule: 'normalises', files: /^infra\/src\/text\/outside-text\.ts$/, because: 'the one way: it asks for the length' },
  {
    rule: 'normalises',
    files: /^web\/src\/(i18n\/folded|session\/new-account)\.ts$/,
    because: "names of the driver's own pages, or a password, in the person's own browser",
  },
  {
    rule: 'normalises',
    files: /^proto\/src\/contact\/plain-text\.ts$/,
    because: 'values of at most 800 characters',
  },
  { rule: 'unbounded text', files: /^infra\/src\/text\/outside-text\.ts$/, because: 'the one way' },
  {
    rule: 'unbounded text',
    files:
      /\/events\.ts$|^services\/\w+\/src\/[\w-]+\/domain\.ts$|^services\/pages\/src\/(page\/domain\/image|webhooks\/(endpoints|support-messages))\.ts$/,
    because: 'what the service itself has written, and bounded before',
  },
  {
    rule: 'unbounded text',
    files:
      /\/environment\.ts$|^infra\/src\/process\/settings\/(server-shape|process-settings)\.ts$|^infra\/src\/auth\/key-settings\.ts$|^services\/identity\/src\/(roles\/superadmin-|second-factor\/)settings\.ts$/,
    because: "the operator's settings",
  },
  {
    rule: 'unbounded text',
    files: /^gateway\/src\/(graphql\/operation-files|static\/operator-site)\.ts$/,
    because: "the operator's settings and files",
  },
  {
    rule: 'unbounded text',
    files: /^gateway\/src\/rest\/(answers|graph-shapes)\.ts$/,
    because: 'describes what calls answer; nothing is read by it',
  },
  {
    rule: 'unbounded text',
    files: /^gateway\/src\/rest\/public-(operations|shapes)\.ts$/,
    because: 'describes calls that are read elsewhere; nothing is read by it',
  },
  {
    rule: 'unbounded text',
    files: /^gateway\/src\/supergraph\/events-subgraph\.ts$/,
    because: 'what the service for events answers',
  },
  {
    rule: 'unbounded text',
    files: /^infra\/src\/auth\/access-token\.ts$/,
    because: 'the state of a session as identity wrote it',
  },
  {
    rule: 'unbounded text',
    files: /^infra\/src\/process\/server\/service-server\.ts$/,
    because: 'a request of another process of ours, whose assertion has been checked before',
  },
  {
    rule: 'backtracks',
    files: /^infra\/src\/process\/settings\/server-shape\.ts$/,
    code: '/^[^\\r\\n]*[^\\s@]+@[^\\s@]+>?$/',
    because: 'VOLANT_SMTP_FROM, read once at the start',
  },
  {
    rule: 'made at run time',
    files: /^gateway\/src\/http\/listed-paths\.ts$|^web\/src\/server\/screen-at\.ts$/,
    because: 'made of our own paths: what stands for a parameter ends at the next slash',
  },
  {
    rule: 'unbounded text',
    files: /^infra\/src\/views\/newest-first\.ts$/,
    code: 'z.iso.datetime()',
    because: 'tried on a text of 40 code units at most',
  },
];
