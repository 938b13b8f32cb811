/** A location. `state` comes from the link, `key` identifies the visit: "default" for a loaded page. */
export type Place = { pathname: string; search: string; hash: string; state: unknown; key: string };

/** The kind of navigation: Back, Forward, or a load; a link; a replacement. */
export type Action = "POP" | "PUSH" | "REPLACE";

/** Called after every navigation. `delta` is the distance Back (below 0) or Forward, null when unknown. */
export type Listener = (move: { action: Action; location: Place; delta: number | null }) => void;

export type History = {
  readonly action: Action;
  readonly location: Place;
  push: (to: string, state?: unknown) => void;
  replace: (to: string, state?: unknown) => void;
  go: (delta: number) => void;
  listen: (listener: Listener) => () => void;
};

type Entry = { at?: number; key?: string; state?: unknown };

/** The address bar of this window, with a single listener. */
export function createBrowserHistory(): History {
  let action: Action = "POP";
  let told: Listener = () => undefined;
  const entry = (): Entry => {
    const kept: unknown = history.state;
    return typeof kept === "object" && kept !== null ? kept : {};
  };
  if (entry().at === undefined) history.replaceState({ ...entry(), at: 0 } satisfies Entry, "");
  let at = entry().at ?? null;

  const here = (): Place => {
    const { pathname, search, hash } = location;
    const { state = null, key = "default" } = entry();
    return { pathname, search, hash, state, key };
  };
  const move = (by: "PUSH" | "REPLACE", to: string, state: unknown) => {
    at = (at ?? 0) + (by === "PUSH" ? 1 : 0);
    const kept: Entry = { at, key: Math.random().toString(36).slice(2, 10), state };
    action = by;
    if (by === "PUSH") history.pushState(kept, "", to);
    else history.replaceState(kept, "", to);
    told({ action, location: here(), delta: by === "PUSH" ? 1 : 0 });
  };
  const onPop = () => {
    const next = entry().at ?? null; // null after an anchor outside of the router
    const delta = next === null || at === null ? null : next - at;
    action = "POP";
    at = next;
    told({ action, location: here(), delta });
  };
  return {
    get action() {
      return action;
    },
    get location() {
      return here();
    },
    push: (to, state) => move("PUSH", to, state),
    replace: (to, state) => move("REPLACE", to, state),
    go: (delta) => history.go(delta),
    listen(listener) {
      told = listener;
      addEventListener("popstate", onPop);
      return () => removeEventListener("popstate", onPop);
    },
  };
}

/** A fixed address: on the server, and where parts are shown on their own. */
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
