import { cartIdentifier, currentSession, onSessionChange } from "#web/lib/session.ts";

/** How long a tab waits for the cart that another has just begun, in milliseconds; it comes at once, unless that one was refused. */
const patience = 300;

/**
 * Lets one tab at a time begin a visitor's cart, which it keeps before its `work` ends: of several at once each would get its own, and
 * all but one be lost. A borrower's is one by itself; without locks, as at an address without TLS, each tab is alone.
 */
export async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (!isToBegin() || !("locks" in navigator)) return work();
  const alone = await navigator.locks.request("cart", { ifAvailable: true }, async (lock) =>
    lock ? { done: await work() } : undefined,
  );
  if (alone) return alone.done;
  return navigator.locks.request("cart", async () => {
    await cartOfAnotherTab();
    return work();
  });
}

const isToBegin = () => cartIdentifier() === null && currentSession() === null;

/** Tabs tell each other of their cart; the word may come after the turn. */
async function cartOfAnotherTab(): Promise<void> {
  if (!isToBegin()) return;
  let forget = () => {};
  const told = new Promise<void>((resolve) => {
    forget = onSessionChange(() => {
      if (!isToBegin()) resolve();
    });
  });
  await Promise.race([told, new Promise((resolve) => setTimeout(resolve, patience))]);
  forget();
}
