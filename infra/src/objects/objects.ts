export interface StoredObject {
  readonly body: Uint8Array;
  readonly contentType: string;
}

/** Keys are relative paths of `[a-z0-9-]` segments and one extension, such as `uploads/3f…c1.jpg`. */
export interface Objects {
  /** Resolves once durable. Readers never see a partly written object. */
  put(key: string, object: StoredObject): Promise<void>;
  get(key: string): Promise<StoredObject | undefined>;
  delete(key: string): Promise<void>;
  /** Keys of all objects that begin with `prefix`, in no particular order. */
  list(prefix: string): AsyncIterable<string>;
  close(): Promise<void>;
}
