import { useEffect, useState } from "react";
import { keepOffline, type OfflineStockTake } from "#web/lib/offline/kept-offline.ts";

/**
 * Lets the page of a stock-take open without a network in this browser, under the name of who counts. Whether it can now:
 * never where the library is reached without HTTPS, as browsers want it for this.
 */
export function useOfflineCopy(stockTakeId: number, { userId, scope }: OfflineStockTake): boolean {
  const [isThere, setIsThere] = useState(false);
  useEffect(() => {
    if (import.meta.env.DEV || !("serviceWorker" in navigator)) return undefined;
    let isShown = true;
    keepOffline(stockTakeId, { userId, scope });
    navigator.serviceWorker
      .register("/stock-take-worker.js", { scope: "/admin/stock-take/" })
      .then(() => navigator.serviceWorker.ready)
      .then(
        () => isShown && setIsThere(true),
        () => undefined, // the browser forbids it, or an update is on its way: it opens with a network
      );
    return () => {
      isShown = false;
    };
  }, [stockTakeId, userId, scope]);
  return isThere;
}
