import { useEffect, useLayoutEffect, useRef } from "react";
import { announce, announceIfSilent, focusOn } from "#web/ui/accessibility.tsx";
import { decoded, useLocation } from "#web/ui/router.tsx";

const anchorTimeoutMs = 3000;

/**
 * Makes a navigation feel like a page load: moves the focus to the new page's heading, or to `main` and announces the title;
 * scrolls to the anchor, even if it appears late.
 */
export function usePageArrival(): void {
  const { pathname, hash } = useLocation();
  const previous = useRef(pathname);

  // in the task that shows the page, because a screen reader would otherwise read on
  useLayoutEffect(() => {
    if (previous.current === pathname) return undefined;
    previous.current = pathname;
    announce("");
    if (!hash) {
      const heading = document.querySelector("main h1");
      focusOn(heading ?? document.querySelector("main"));
      if (heading) return undefined;
    }
    const frame = requestAnimationFrame(() => announceIfSilent(document.title));
    return () => cancelAnimationFrame(frame);
  }, [pathname, hash]);

  useEffect(() => (hash ? goToAnchor(decoded(hash.slice(1))) : undefined), [pathname, hash]);
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
  const timer = setTimeout(() => observer.disconnect(), anchorTimeoutMs);
  return () => {
    clearTimeout(timer);
    observer.disconnect();
  };
}
