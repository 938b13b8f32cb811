type Ask = () => Promise<boolean>;

const guards = new Set<Ask>(); // one for each unsaved form of a page

/** Asks before leaving the page within the site. Returns a function that removes the question. */
export function guardLeaving(ask: Ask): () => void {
  guards.add(ask);
  return () => void guards.delete(ask);
}

export function leaveFreely(): void {
  guards.clear();
}

/** Returns a function that asks all questions until one gets a no, undefined without any. */
export function leavingQuestion(): Ask | undefined {
  if (guards.size === 0) return undefined;
  const questions = [...guards];
  return async () => {
    for (const ask of questions) if (!(await ask())) return false;
    return true;
  };
}
