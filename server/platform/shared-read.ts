/**
 * Shares one answer among callers who ask for the same thing at the same time. No caller gets an answer that was
 * started before they asked: callers during a read share the next one, so at most two reads run or wait at any time.
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
