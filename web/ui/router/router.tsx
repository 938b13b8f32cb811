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
import type { Action, History, RouteLocation } from "./browser-history.ts";
import type { Params } from "./match-path.ts";

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

function required<T>(value: T | null): T {
  if (value === null) throw new Error("There is no Router around this.");
  return value;
}

export function useLocation(): RouteLocation {
  return required(use(LocationContext)).location;
}

/** Returns the location of the address bar, whose page may not be ready yet. */
export function useDestination(): RouteLocation {
  return required(use(DestinationContext));
}

export function useNavigationType(): Action {
  return required(use(LocationContext)).action;
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

/** Navigates within the site; `state` is passed to the page. */
export type Navigate = (to: string, options?: { replace?: boolean; state?: unknown }) => Promise<void>;

export function useNavigate(): Navigate {
  const history = required(use(HistoryContext));
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

/** A link within the site; a plain link without JavaScript or with modifier keys. */
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
