declare module 'virtual:client-assets' {
  interface ScreenAssets {
    readonly styles: readonly string[];
    readonly scripts: readonly string[];
  }
  /** Addresses of what finished documents load. */
  export const assets: {
    readonly script: string;
    readonly font: string;
    /** Of the screens in `finished-routes.ts`, in their order there. */
    readonly finished: readonly ScreenAssets[];
    /** Of what `screens.ts` imports, in the order in which it does. */
    readonly screens: readonly ScreenAssets[];
    /** By language and group, as `fr-common`. */
    readonly texts: Readonly<Record<string, string>>;
  };
}

declare module 'virtual:public-script-address' {
  /** Path of the public page's script, with the hash of its content. */
  const address: string;
  export default address;
}
