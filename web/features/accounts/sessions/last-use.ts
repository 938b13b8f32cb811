/** When a tab of this browser last made a request, in ms, as the server counts it for the idle end of a session. */
let last = Date.now();

const tabs = typeof BroadcastChannel === "undefined" ? undefined : new BroadcastChannel("library-use");
tabs?.addEventListener("message", () => (last = Date.now()));

export const lastUse = () => last;

export function noteUse(): void {
  last = Date.now();
  tabs?.postMessage(null);
}

new PerformanceObserver((requests) => {
  if (requests.getEntries().some(({ name }) => name.includes("/api/"))) noteUse();
}).observe({ type: "resource" });
