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
import type { Action, History, Place } from "./browser-history.ts";
import type { Params } from "./match-path.ts";

const HistoryContext = createContext<History | null>(null);
const PlaceContext = createContext<{ action: Action; location: Place } | null>(null);
const DestinationContext = createContext<Place | null>(null);

/** The parameters of the page's address, for the page inside. */
export const ParamsContext = createContext<Params>({});

/** Follows the address bar. The previous page stays on screen until the next one is ready. */
export function Router({ history, children }: { history: History; children: ReactNode }) {
  const [place, setPlace] = useState({ action: history.action, location: history.location });
  const [destination, setDestination] = useState(place.location);
  useLayoutEffect(
    () =>
      history.listen(({ action, location }) => {
        setDestination(location);
        startTransition(() => setPlace({ action, location }));
      }),
    [history],
  );
  return (
    <HistoryContext value={history}>
      <DestinationContext value={destination}>
        <PlaceContext value={place}>{children}</PlaceContext>
      </DestinationContext>
    </HistoryContext>
  );
}

function found<T>(value: T | null): T {
  if (value === null) throw new Error("There is no Router around this.");
  return value;
}

export function useLocation(): Place {
  return found(use(PlaceContext)).location;
}

/** The address bar's location: until the next page is ready, the previous one is on screen. */
export function useDestination(): Place {
  return found(use(DestinationContext));
}

export function useNavigationType(): Action {
  return found(use(PlaceContext)).action;
}

export function useParams(): Params {
  return use(ParamsContext);
}

export function useSearchParams(): [URLSearchParams] {
  const { search } = useLocation();
  return [useMemo(() => new URLSearchParams(search), [search])];
}

/** The query of the requested page, for links to keep it while it is loading. */
export function useNextSearchParams(): URLSearchParams {
  const { pathname, search } = useLocation();
  const next = useDestination();
  const kept = next.pathname === pathname ? next.search : search;
  return useMemo(() => new URLSearchParams(kept), [kept]);
}

/** Navigates within the site. `replace` replaces the history entry. `state` is passed to the page. */
export type Navigate = (to: string, options?: { replace?: boolean; state?: unknown }) => Promise<void>;

export function useNavigate(): Navigate {
  const history = found(use(HistoryContext));
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

/** A link within the site. Without script, and with modifier keys, it is a plain link. */
export function Link({ to, state, onClick, children, ...rest }: LinkProps) {
  const navigate = useNavigate();
  const { pathname, search, hash } = useLocation();
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    if (event.defaultPrevented || isMeantElsewhere(event) || (rest.target && rest.target !== "_self")) return;
    event.preventDefault();
    void navigate(to, { replace: pathname + search + hash === to, state });
  };
  return (
    <a {...rest} href={to} onClick={follow}>
      {children}
    </a>
  );
}

function isMeantElsewhere(event: MouseEvent): boolean {
  return event.button !== 0 || event.metaKey || event.altKey || event.ctrlKey || event.shiftKey;
}
