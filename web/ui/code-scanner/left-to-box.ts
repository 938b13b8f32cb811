import { useEffect, useEffectEvent } from "react";

let taker: ((text: string) => void) | undefined;
let waiting: string | undefined;

/** Hands the scan box what the page's own scanner cannot use; a box that is about to be there takes it then. */
export function leaveToBox(text: string): void {
  if (taker) taker(text);
  else waiting = text;
}

/** Takes what the scanner of a page leaves. */
export function useLeftToBox(onText: (text: string) => void): void {
  const take = useEffectEvent(onText);
  useEffect(() => {
    const mine = (text: string) => take(text);
    taker = mine;
    if (waiting !== undefined) mine(waiting);
    waiting = undefined;
    return () => {
      if (taker === mine) taker = undefined;
    };
  }, []);
}
