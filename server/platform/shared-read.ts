/**
 * Shares reads, or other work, among concurrent callers. Callers during a read share the next one, so nobody gets an answer
 * that was started before they asked.
 */
export function sharedRead<T>(read: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | undefined;
  let next: Promise<T> | undefined;
  const start = () => {
    next = undefined;
    const current = read().finally(() => {
      if (running === current) running = undefined;
    });
    running = current;
    return current;
  };
  return () => {
    if (!running && !next) return start();
    next ??= (running ?? Promise.resolve()).then(start, start);
    return next;
  };
}
