/** A location. `state` comes from the link; `key` identifies the visit and is "default" for a loaded page. */
export type RouteLocation = { pathname: string; search: string; hash: string; state: unknown; key: string };

/** POP is Back, Forward, or a load; PUSH a link. */
export type Action = "POP" | "PUSH" | "REPLACE";

/** Called after every navigation. `delta` is the distance of Back (negative) or Forward; null if unknown. */
export type Listener = (move: { action: Action; location: RouteLocation; delta: number | null }) => void;

export type History = {
  readonly action: Action;
  readonly location: RouteLocation;
  push: (to: string, state?: unknown) => void;
  replace: (to: string, state?: unknown) => void;
  go: (delta: number) => void;
  listen: (listener: Listener) => () => void;
};

type Entry = { at?: number; key?: string; state?: unknown };

/** Creates the history of this window, with a single listener. */
export function createBrowserHistory(): History {
  let action: Action = "POP";
  let listener: Listener = () => undefined;
  const entry = (): Entry => {
    const state: unknown = history.state;
    return typeof state === "object" && state !== null ? state : {};
  };
  if (entry().at === undefined) history.replaceState({ ...entry(), at: 0 } satisfies Entry, "");
  let at = entry().at ?? null;

  const current = (): RouteLocation => {
    const { pathname, search, hash } = location;
    const { state = null, key = "default" } = entry();
    return { pathname, search, hash, state, key };
  };
  const move = (by: "PUSH" | "REPLACE", to: string, state: unknown) => {
    at = (at ?? 0) + (by === "PUSH" ? 1 : 0);
    const next: Entry = { at, key: Math.random().toString(36).slice(2, 10), state };
    action = by;
    if (by === "PUSH") history.pushState(next, "", to);
    else history.replaceState(next, "", to);
    listener({ action, location: current(), delta: by === "PUSH" ? 1 : 0 });
  };
  const onPop = () => {
    const next = entry().at ?? null; // null after a link outside the router
    const delta = next === null || at === null ? null : next - at;
    action = "POP";
    at = next;
    listener({ action, location: current(), delta });
  };
  return {
    get action() {
      return action;
    },
    get location() {
      return current();
    },
    push: (to, state) => move("PUSH", to, state),
    replace: (to, state) => move("REPLACE", to, state),
    go: (delta) => history.go(delta),
    listen(next) {
      listener = next;
      addEventListener("popstate", onPop);
      return () => removeEventListener("popstate", onPop);
    },
  };
}

/** Creates a history with a fixed address, for the server and for parts shown on their own. */
export function createFixedHistory(address: string): History {
  const { pathname, search, hash } = new URL(address, "http://here");
  const stay = () => undefined;
  return {
    action: "POP",
    location: { pathname, search, hash, state: null, key: "default" },
    push: stay,
    replace: stay,
    go: stay,
    listen: () => stay,
  };
}
