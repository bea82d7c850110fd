/** The part of Lighthouse that its test uses. `npm run test:lighthouse` installs it, because nothing else needs it. */
declare module 'lighthouse' {
  interface Category {
    readonly id: string;
    readonly score: number | null;
  }
  interface Report {
    readonly finalDisplayedUrl: string;
    readonly categories: Readonly<Record<string, Category>>;
    readonly audits: Readonly<Record<string, { readonly numericValue?: number } | undefined>>;
  }
  export default function lighthouse(
    address: string,
    flags: {
      readonly port: number;
      readonly logLevel: 'error';
      readonly onlyCategories: readonly string[];
      readonly disableStorageReset: boolean;
    },
  ): Promise<{ readonly lhr: Report } | undefined>;
}
