import { useEffect, useRef, useState } from "react";
import { decoded } from "#web/ui/router/match-path.ts";
import { useLocation } from "#web/ui/router/router.tsx";

const patience = 3000;

/**
 * Does what a page load does and a navigation does not: moves the focus to the new page's heading (or `main`), scrolls
 * to the anchor even if it appears late, and returns the document title to announce.
 */
export function usePageArrival(): string {
  const { pathname, hash } = useLocation();
  const before = useRef(pathname);
  const [announced, setAnnounced] = useState("");

  useEffect(() => {
    if (before.current === pathname) return undefined;
    before.current = pathname;
    if (!hash) focusOn(document.querySelector("main h1") ?? document.querySelector("main"));
    const frame = requestAnimationFrame(() => setAnnounced(document.title));
    return () => cancelAnimationFrame(frame);
  }, [pathname, hash]);

  useEffect(() => (hash ? goToAnchor(decoded(hash.slice(1))) : undefined), [pathname, hash]);
  return announced;
}

function goToAnchor(id: string): () => void {
  const go = () => {
    const target = document.getElementById(id);
    target?.scrollIntoView();
    focusOn(target);
    return target !== null;
  };
  if (go()) return () => undefined;
  const observer = new MutationObserver(() => go() && observer.disconnect());
  observer.observe(document.body, { childList: true, subtree: true });
  const timer = setTimeout(() => observer.disconnect(), patience);
  return () => {
    clearTimeout(timer);
    observer.disconnect();
  };
}

function focusOn(element: Element | null): void {
  if (!(element instanceof HTMLElement)) return;
  if (element.tabIndex < 0 && !element.hasAttribute("tabindex")) element.tabIndex = -1;
  element.focus({ preventScroll: true });
}
