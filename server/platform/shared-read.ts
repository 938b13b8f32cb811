/**
 * Lets callers who ask the same at the same time share one answer. Nobody gets an answer that was begun before they
 * asked: whoever comes while one is under way shares the next one, so at most two are ever under way or waiting.
 */
export function sharedRead<T>(read: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | undefined;
  let next: Promise<T> | undefined;
  const start = () => {
    next = undefined;
    const mine = read().finally(() => {
      if (running === mine) running = undefined;
    });
    running = mine;
    return mine;
  };
  return () => {
    if (!running && !next) return start();
    next ??= (running ?? Promise.resolve()).then(start, start);
    return next;
  };
}
