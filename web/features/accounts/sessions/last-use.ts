import { unattendedHeader } from "#contract/wire/unattended.ts";
import { reachBy } from "#web/lib/call.ts";

/** When a tab of this browser last made a request, in ms, as the server counts it for the idle end of a session. */
let last = Date.now();
/** When somebody last touched this tab, in ms. */
let touched = Date.now();

/** So long after a touch, in ms, what a page asks for by itself is still for somebody who reads it. */
const attention = 2 * 60_000;

const tabs = typeof BroadcastChannel === "undefined" ? undefined : new BroadcastChannel("library-use");
tabs?.addEventListener("message", () => (last = Date.now()));

export const lastUse = () => last;

export function noteUse(): void {
  last = Date.now();
  tabs?.postMessage(null);
}

const isAttended = () => Date.now() - touched < attention;

for (const touch of ["pointerdown", "keydown", "wheel"])
  addEventListener(touch, () => (touched = Date.now()), { capture: true, passive: true });

new PerformanceObserver((requests) => {
  if (isAttended() && requests.getEntries().some(({ name }) => name.includes("/api/"))) noteUse();
}).observe({ type: "resource" });

// a page that nobody is at asks again by itself, which keeps no session alive; what changes something, a scan, does
reachBy(async (address, init) => {
  if (init.method === "GET" && !isAttended()) {
    const headers = new Headers(init.headers);
    headers.set(unattendedHeader, "1");
    return fetch(address, { ...init, headers });
  }
  if (init.method !== "GET") touched = Date.now();
  return fetch(address, init);
});
