import type { z } from 'zod';

export type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';

/**
 * Who may call an operation. `page-owner`: the owner of the page in the path, and administrators; `support`, `admin`,
 * `superadmin`: people with at least this role.
 */
export type Access = 'anyone' | 'signed-in' | 'page-owner' | 'support' | 'admin' | 'superadmin';

export type Tag = 'accounts' | 'pages' | 'public' | 'administration' | 'support' | 'service';

/** An operation in the API description. */
export interface DescribedOperation {
  /** Stable name in the description, in camelCase: `claimPage`. */
  readonly id: string;
  readonly tag: Tag;
  /** One sentence. */
  readonly summary: string;
  readonly access: Access;
  /** Error codes of this operation, besides those of every call and those that follow from its access. */
  readonly codes?: readonly string[];
  /** Whether a retry with the same Idempotency-Key returns the first response again. Default: of a POST. */
  readonly idempotent?: boolean;
  /** Whether the response has a page's version as ETag, and a change accepts If-Match. */
  readonly versioned?: boolean;
  /** Whether it accepts If-Match, as changes of a versioned response do. */
  readonly conditional?: boolean;
  readonly method: Method;
  /** With parameters as `:id`. */
  readonly url: string;
  /** Schemas of the input. A missing one means that the call has no such input. */
  readonly params?: z.ZodType;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  /** Media type of the body. Default: JSON. */
  readonly consumes?: 'multipart/form-data' | 'message/rfc822' | 'application/x-www-form-urlencoded';
  /** Schema of the response. Default: only that the call succeeded. */
  readonly answer?: z.ZodType;
  /** Media type of the response. Default: JSON. */
  readonly produces?: string;
  /** Second media type of responses and errors, for clients that prefer it. */
  readonly alsoProduces?: string;
  /** Status of the response. Default: 200. */
  readonly status?: number;
  /** Whether an undescribed query string is ignored rather than refused. */
  readonly anyQuery?: boolean;
  /** When the call answers 302 with a location. */
  readonly redirects?: string;
  /** Error responses in another form than the API's, by status. */
  readonly refusals?: Readonly<Partial<Record<number | 'all', RefusalForm>>>;
}

export interface RefusalForm {
  readonly schema: z.ZodType;
  /** Media type. Default: JSON. */
  readonly produces?: string;
}
