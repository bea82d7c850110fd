/** The part of Puppeteer that drives Firefox. `npm run test:browsers` installs it, because nothing else needs it. */
declare module 'puppeteer-core' {
  interface Page {
    setViewport(size: { readonly width: number; readonly height: number }): Promise<void>;
    goto(address: string): Promise<unknown>;
    evaluate(task: never, ...given: readonly unknown[]): Promise<unknown>;
    type(selector: string, text: string): Promise<void>;
    click(selector: string): Promise<void>;
  }
  const puppeteer: {
    launch(options: {
      readonly browser: 'firefox';
      readonly executablePath: string;
      readonly headless: boolean;
      readonly extraPrefsFirefox: Readonly<Record<string, unknown>>;
    }): Promise<{ newPage(): Promise<Page>; close(): Promise<void> }>;
  };
  export default puppeteer;
}
