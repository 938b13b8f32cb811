type Ask = () => Promise<boolean>;

const guards = new Set<Ask>(); // a page may have several unsaved texts, each with its question

/** Asks before leaving the page within the site. Returns a function that removes the question. */
export function guardLeaving(ask: Ask): () => void {
  guards.add(ask);
  return () => void guards.delete(ask);
}

export function leaveFreely(): void {
  guards.clear();
}

/** Asks all questions, one after another, until one is answered with no. */
export function leavingQuestion(): Ask | undefined {
  if (guards.size === 0) return undefined;
  const asked = [...guards];
  return async () => {
    for (const ask of asked) if (!(await ask())) return false;
    return true;
  };
}
