import { cartIdentifier } from "#web/lib/session.ts";

/** How long the other tabs are given to hear of a new cart, in milliseconds: a slow machine takes a while. */
const word = 700;

/**
 * Lets one tab at a time begin a cart: of several at once each visitor's would get its own, and all but one be lost. Without locks, as at
 * an address without TLS, each tab is alone.
 */
export const inTurn = <T>(work: () => Promise<T>): Promise<T> =>
  cartIdentifier() || !("locks" in navigator)
    ? work()
    : new Promise((resolve, reject) => {
        void navigator.locks.request("cart", async () => {
          await work().then(resolve, reject);
          await new Promise((over) => setTimeout(over, word));
        });
      });
