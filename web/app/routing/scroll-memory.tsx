import { useEffect, useLayoutEffect, useRef } from "react";
import { useLocation, useNavigationType } from "#web/ui/router/router.tsx";

const storageKey = "scroll";
const patience = 2000; // ms for content that arrives after its page

/** A new page begins at its top; Back and reload return to where one was. Anchors are left to the page's arrival. */
export function ScrollMemory() {
  const { key: ownKey, hash, pathname, search } = useLocation();
  const kind = useNavigationType();
  // pages that were loaded, not navigated to, all have the same key
  const key = ownKey === "default" ? pathname + search : ownKey;
  const places = useRef<Record<string, number>>({});
  const shown = useRef(key);
  const hasArrived = useRef(false);

  useEffect(() => {
    history.scrollRestoration = "manual";
    const remember = () => {
      places.current[shown.current] = Math.round(scrollY);
    };
    const keep = () => sessionStorage.setItem(storageKey, JSON.stringify(places.current));
    addEventListener("scroll", remember, { passive: true });
    addEventListener("pagehide", keep);
    return () => {
      removeEventListener("scroll", remember);
      removeEventListener("pagehide", keep);
    };
  }, []);

  useLayoutEffect(() => {
    places.current = { ...kept(), ...places.current };
    shown.current = key;
    const isArrival = !hasArrived.current && isFirstVisit(ownKey);
    hasArrived.current = true;
    // the page was there before the script: visitors who have scrolled stay where they are
    if (isArrival) places.current[key] = Math.round(scrollY);
    if (hash || isArrival) return undefined;
    if (kind === "POP") return scrollWhenTallEnough(places.current[key] ?? 0);
    scrollTo(0, 0);
    return undefined;
  }, [key, ownKey, hash, kind]);
  return null;
}

/** Typed or followed from elsewhere: only a reload or Back restores the position. */
function isFirstVisit(key: string): boolean {
  const [load] = performance.getEntriesByType("navigation");
  return key === "default" && load instanceof PerformanceNavigationTiming && load.type === "navigate";
}

function kept(): Record<string, number> {
  const read: unknown = JSON.parse(sessionStorage.getItem(storageKey) ?? "{}");
  const entries: [string, unknown][] = Object.entries(typeof read === "object" && read !== null ? read : {});
  return Object.fromEntries(entries.flatMap(([key, top]) => (typeof top === "number" ? [[key, top]] : [])));
}

function scrollWhenTallEnough(top: number): () => void {
  const observer = new ResizeObserver(() => {
    scrollTo(0, top);
    if (Math.abs(scrollY - top) <= 1) observer.disconnect();
  });
  observer.observe(document.body);
  const timer = setTimeout(() => observer.disconnect(), patience);
  const stop = () => {
    clearTimeout(timer);
    observer.disconnect();
  };
  // visitors who scroll in the meantime decide for themselves
  addEventListener("wheel", stop, { once: true, passive: true });
  addEventListener("touchmove", stop, { once: true, passive: true });
  return stop;
}
