declare module 'virtual:client-assets' {
  /** Addresses of what the finished pages load. */
  export const finished: {
    readonly script: string;
    readonly font: string;
    /** Style sheets of each page, in the order of the routes. */
    readonly styles: readonly (readonly string[])[];
  };
}

declare module 'virtual:public-script-address' {
  /** Path of the public page's script, with the hash of its content. */
  const address: string;
  export default address;
}
