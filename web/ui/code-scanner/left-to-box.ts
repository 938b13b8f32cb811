import { useEffect, useEffectEvent } from "react";

let receiver: ((text: string) => void) | undefined;
let pending: string | undefined;

/** Forwards a scan that the page's own scanner cannot use to the scan box, now or once the box appears. */
export function forwardScan(text: string): void {
  if (receiver) receiver(text);
  else pending = text;
}

/** Receives forwarded scans. */
export function useForwardedScans(onText: (text: string) => void): void {
  const receive = useEffectEvent(onText);
  useEffect(() => {
    const own = (text: string) => receive(text);
    receiver = own;
    if (pending !== undefined) own(pending);
    pending = undefined;
    return () => {
      if (receiver === own) receiver = undefined;
    };
  }, []);
}
