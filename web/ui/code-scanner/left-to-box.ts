import { useEffect, useEffectEvent } from "react";

let taker: ((text: string) => void) | undefined;

/** Hands the scan box what the page's own scanner cannot use; false while there is no box. */
export function leaveToBox(text: string): boolean {
  taker?.(text);
  return taker !== undefined;
}

/** Takes what the scanner of a page leaves. */
export function useLeftToBox(onText: (text: string) => void): void {
  const take = useEffectEvent(onText);
  useEffect(() => {
    const mine = (text: string) => take(text);
    taker = mine;
    return () => {
      if (taker === mine) taker = undefined;
    };
  }, []);
}
