import {
  type ComponentProps,
  createContext,
  type MouseEvent,
  type ReactNode,
  startTransition,
  use,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useState,
} from "react";

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

export type Params = Readonly<Record<string, string | undefined>>;

/**
 * Matches an address with a path such as "news/:id" or "user/inventories/:search?", ignoring case and a trailing slash;
 * returns its parameters, or undefined without a match.
 */
export function matchPath(path: string, pathname: string): Params | undefined {
  const parts = path.split("/");
  const segments = pathname.replace(/^\/|\/+$/g, "").split("/");
  if (segments.length > parts.length) return undefined;
  const params: Record<string, string | undefined> = {};
  for (const [at, part] of parts.entries()) {
    const segment = segments[at];
    if (part.startsWith(":")) {
      if (!segment && !part.endsWith("?")) return undefined;
      params[part.replace(/[:?]/g, "")] = segment && decoded(segment);
    } else if (segment?.toLowerCase() !== part) return undefined;
  }
  return params;
}

/** Decodes a part of an address; a bare percent sign stays. */
export function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

const HistoryContext = createContext<History | null>(null);
const LocationContext = createContext<{ action: Action; location: RouteLocation } | null>(null);
const DestinationContext = createContext<RouteLocation | null>(null);

/** The parameters of the page's address. */
export const ParamsContext = createContext<Params>({});

/** Follows the address bar; the previous page stays on screen until the next one is ready. */
export function Router({ history, children }: { history: History; children: ReactNode }) {
  const [current, setCurrent] = useState({ action: history.action, location: history.location });
  const [destination, setDestination] = useState(current.location);
  useLayoutEffect(
    () =>
      history.listen(({ action, location }) => {
        setDestination(location);
        startTransition(() => setCurrent({ action, location }));
      }),
    [history],
  );
  return (
    <HistoryContext value={history}>
      <DestinationContext value={destination}>
        <LocationContext value={current}>{children}</LocationContext>
      </DestinationContext>
    </HistoryContext>
  );
}

function requireRouter<T>(value: T | null): T {
  if (value === null) throw new Error("There is no Router around this.");
  return value;
}

export function useLocation(): RouteLocation {
  return requireRouter(use(LocationContext)).location;
}

/** Returns the location of the address bar, whose page may not be ready yet. */
export function useDestination(): RouteLocation {
  return requireRouter(use(DestinationContext));
}

export function useNavigationType(): Action {
  return requireRouter(use(LocationContext)).action;
}

export function useParams(): Params {
  return use(ParamsContext);
}

export function useSearchParams(): [URLSearchParams] {
  const { search } = useLocation();
  return [useMemo(() => new URLSearchParams(search), [search])];
}

/** Returns the query of the requested page, so that links keep it while the page is loading. */
export function useNextSearchParams(): URLSearchParams {
  const { pathname, search } = useLocation();
  const next = useDestination();
  const query = next.pathname === pathname ? next.search : search;
  return useMemo(() => new URLSearchParams(query), [query]);
}

/** Navigates within the site and passes `state` to the page. */
export type Navigate = (to: string, options?: { replace?: boolean; state?: unknown }) => Promise<void>;

export function useNavigate(): Navigate {
  const history = requireRouter(use(HistoryContext));
  return useCallback(
    async (to, { replace = false, state } = {}) => (replace ? history.replace : history.push)(to, state),
    [history],
  );
}

export function Navigate({ to, replace = false }: { to: string; replace?: boolean }) {
  const navigate = useNavigate();
  useEffect(() => void navigate(to, { replace }), [navigate, to, replace]);
  return null;
}

type LinkProps = Omit<ComponentProps<"a">, "href"> & { to: string; state?: unknown };

/** Links within the site; works as a plain link without JavaScript or with modifier keys. */
export function Link({ to, state, onClick, children, ...rest }: LinkProps) {
  const navigate = useNavigate();
  const { pathname, search, hash } = useLocation();
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    if (event.defaultPrevented || opensElsewhere(event) || (rest.target && rest.target !== "_self")) return;
    event.preventDefault();
    void navigate(to, { replace: pathname + search + hash === to, state });
  };
  return (
    <a {...rest} href={to} onClick={follow}>
      {children}
    </a>
  );
}

function opensElsewhere(event: MouseEvent): boolean {
  return event.button !== 0 || event.metaKey || event.altKey || event.ctrlKey || event.shiftKey;
}
