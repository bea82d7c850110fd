/** Actions on more items than this are confirmed first; mistakes with fewer are quickly seen and undone. */
export const UNCONFIRMED_ITEMS = 20;

/** What a dialog asks before something that is not easily undone. */
export interface Question {
  /** The action by default. */
  readonly title?: string;
  readonly text?: string;
  /** Label of the button that goes on. */
  readonly action: string;
  /** Whether something is lost. */
  readonly danger?: boolean;
}

export type Asked = Question & { readonly answer: (yes: boolean) => void };

let asked: Asked | undefined;
const followers = new Set<() => void>();

function show(next: Asked | undefined): void {
  asked = next;
  for (const follower of followers) follower();
}

/** Asks the user in a dialog, which `Questions` renders. */
export function confirmed(question: Question): Promise<boolean> {
  asked?.answer(false);
  return new Promise((resolve) => {
    show({
      ...question,
      answer(yes) {
        show(undefined);
        resolve(yes);
      },
    });
  });
}

export const askedNow = (): Asked | undefined => asked;

export function followQuestions(follower: () => void): () => void {
  followers.add(follower);
  return () => followers.delete(follower);
}
