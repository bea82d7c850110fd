declare module 'virtual:client-assets' {
  interface ScreenAssets {
    readonly styles: readonly string[];
    readonly scripts: readonly string[];
  }
  /** Addresses of assets that server-rendered documents load. */
  export const assets: {
    readonly script: string;
    readonly font: string;
    /** Assets of the component of each screen, and of the parts that load on demand. */
    readonly pages: Readonly<Record<string, ScreenAssets>>;
    /** Assets of the wrapper around screens that query the graph. */
    readonly graph: ScreenAssets;
    /** Keyed by catalogue, such as `common.fr`. */
    readonly texts: Readonly<Record<string, string>>;
  };
}

declare module 'virtual:public-script-address' {
  /** Path of the public page's script, with its content hash. */
  const address: string;
  export default address;
}
