import type { History, RouteLocation } from "#web/ui/router.tsx";

/** Creates a history in memory, with a working Back. `visited` lists the addresses a test went through. */
export function memoryHistory(start = "/"): History & { visited: () => string[] } {
  const entries: RouteLocation[] = [placeOf(start, null, "default")];
  const listeners = new Set<Parameters<History["listen"]>[0]>();
  let at = 0;
  let action: History["action"] = "POP";
  const here = (): RouteLocation => entries[at] ?? placeOf("/", null, "default");
  const notify = (delta: number) => {
    for (const listener of listeners) listener({ action, location: here(), delta });
  };
  return {
    get action() {
      return action;
    },
    get location() {
      return here();
    },
    push(to, state) {
      action = "PUSH";
      at += 1;
      entries.splice(at, entries.length, placeOf(to, state, `visit ${at}`));
      notify(1);
    },
    replace(to, state) {
      action = "REPLACE";
      entries[at] = placeOf(to, state, `instead ${at}`);
      notify(0);
    },
    go(delta) {
      action = "POP";
      at = Math.min(Math.max(0, at + delta), entries.length - 1);
      notify(delta);
    },
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    visited: () => entries.map(({ pathname, search, hash }) => pathname + search + hash),
  };
}

function placeOf(to: string, state: unknown, key: string): RouteLocation {
  const { pathname, search, hash } = new URL(to, "http://here");
  return { pathname, search, hash, state: state ?? null, key };
}
