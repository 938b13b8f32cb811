type Ask = () => Promise<boolean>;

let guard: Ask | undefined;

/** Asks before the page is left, by whatever way inside the site. Gives what takes the question back. */
export function guardLeaving(ask: Ask): () => void {
  guard = ask;
  return () => {
    if (guard === ask) guard = undefined;
  };
}

/** Nothing is asked any more until a page asks for it again. */
export function leaveFreely(): void {
  guard = undefined;
}

/** The question to be asked before leaving, if there is one. */
export function leavingQuestion(): Ask | undefined {
  return guard;
}
