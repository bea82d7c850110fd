interface Answer {
  readonly status?: number;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
}

/** Fakes the part of XMLHttpRequest that uploads use, answered by `ask`; undefined means a dead network. */
export function fakeUploads(
  ask: (method: string, path: string, headers: Headers, body: unknown) => Promise<Answer | undefined>,
) {
  return class {
    withCredentials = false;
    status = 0;
    responseText = '';
    onload: (() => void) | undefined;
    onerror: (() => void) | undefined;
    readonly upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {};
    readonly #headers = new Headers();
    #target = { method: '', path: '' };
    #answered = new Headers();

    open(method: string, path: string): void {
      this.#target = { method, path };
    }

    setRequestHeader(name: string, value: string): void {
      this.#headers.set(name, value);
    }

    getResponseHeader(name: string): string | null {
      return this.#answered.get(name);
    }

    send(body: unknown): void {
      const { method, path } = this.#target;
      this.upload.onprogress?.({ loaded: 1, total: 2 });
      void ask(method, path, this.#headers, body).then((answer) => {
        if (answer === undefined) {
          this.onerror?.();
          return;
        }
        this.status = answer.status ?? 200;
        this.responseText = JSON.stringify(answer.body ?? {});
        this.#answered = new Headers(answer.headers);
        this.onload?.();
      });
    }
  };
}
