declare module 'virtual:public-script-address' {
  /** Path of the public page's script, with the hash of its content. */
  const address: string;
  export default address;
}
