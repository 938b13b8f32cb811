type Ask = () => Promise<boolean>;

let guard: Ask | undefined;

/** Asks before leaving the page within the site. Returns a function that removes the question. */
export function guardLeaving(ask: Ask): () => void {
  guard = ask;
  return () => {
    if (guard === ask) guard = undefined;
  };
}

/** Disables the question until a page sets another. */
export function leaveFreely(): void {
  guard = undefined;
}

export function leavingQuestion(): Ask | undefined {
  return guard;
}
