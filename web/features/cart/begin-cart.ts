import { cartIdentifier, currentSession } from "#web/lib/session.ts";

/** How long this tab has to keep its new cart, and the others to hear of it, in milliseconds. */
const word = 200;

/**
 * Lets one tab at a time begin a visitor's cart: of several at once each would get its own, and all but one be
 * lost. A borrower's is one by itself; without locks, as at an address without TLS, each tab is alone.
 */
export const inTurn = <T>(work: () => Promise<T>): Promise<T> =>
  cartIdentifier() || currentSession() || !("locks" in navigator)
    ? work()
    : new Promise((resolve, reject) => {
        void navigator.locks.request("cart", async () => {
          await work().then(resolve, reject);
          await new Promise((over) => setTimeout(over, word));
        });
      });
