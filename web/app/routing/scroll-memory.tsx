import { useEffect, useLayoutEffect, useRef } from "react";
import { useLocation, useNavigationType } from "#web/ui/router.tsx";

const storageKey = "scroll";
const contentTimeoutMs = 2000; // for content that arrives after its page

/** Scrolls a new page to its top, and restores the position after Back or a reload. usePageArrival handles anchors. */
export function ScrollMemory() {
  const { key: ownKey, hash, pathname, search } = useLocation();
  const kind = useNavigationType();
  // all loaded pages have the same key, unlike those navigated to
  const key = ownKey === "default" ? pathname + search : ownKey;
  const positions = useRef<Record<string, number>>({});
  const currentKey = useRef(key);
  const hasArrived = useRef(false);

  useEffect(() => {
    history.scrollRestoration = "manual";
    const remember = () => {
      positions.current[currentKey.current] = Math.round(scrollY);
    };
    const store = () => sessionStorage.setItem(storageKey, JSON.stringify(positions.current));
    addEventListener("scroll", remember, { passive: true });
    addEventListener("pagehide", store);
    return () => {
      removeEventListener("scroll", remember);
      removeEventListener("pagehide", store);
    };
  }, []);

  useLayoutEffect(() => {
    positions.current = { ...storedPositions(), ...positions.current };
    currentKey.current = key;
    const isArrival = !hasArrived.current && isFirstVisit(ownKey);
    hasArrived.current = true;
    // the page is older than the script, so the visitor may have scrolled already
    if (isArrival) positions.current[key] = Math.round(scrollY);
    if (hash || isArrival) return undefined;
    if (kind === "POP") return scrollWhenTallEnough(positions.current[key] ?? 0);
    scrollTo(0, 0);
    return undefined;
  }, [key, ownKey, hash, kind]);
  return null;
}

/** Returns whether the visitor typed the address or came from another site, so that there is no position to restore. */
function isFirstVisit(key: string): boolean {
  const [load] = performance.getEntriesByType("navigation");
  return key === "default" && load instanceof PerformanceNavigationTiming && load.type === "navigate";
}

function storedPositions(): Record<string, number> {
  const value: unknown = JSON.parse(sessionStorage.getItem(storageKey) ?? "{}");
  const entries: [string, unknown][] = Object.entries(typeof value === "object" && value !== null ? value : {});
  return Object.fromEntries(entries.flatMap(([key, top]) => (typeof top === "number" ? [[key, top]] : [])));
}

function scrollWhenTallEnough(top: number): () => void {
  const observer = new ResizeObserver(() => {
    scrollTo(0, top);
    if (Math.abs(scrollY - top) <= 1) observer.disconnect();
  });
  observer.observe(document.body);
  const timer = setTimeout(() => observer.disconnect(), contentTimeoutMs);
  const stop = () => {
    clearTimeout(timer);
    observer.disconnect();
  };
  // a visitor who scrolls in the meantime wins
  addEventListener("wheel", stop, { once: true, passive: true });
  addEventListener("touchmove", stop, { once: true, passive: true });
  return stop;
}
