import { useEffect, useLayoutEffect, useRef } from "react";
import { announce, announceIfSilent, focusOn } from "#web/ui/accessibility.tsx";
import { decoded, useLocation } from "#web/ui/router.tsx";

const timeoutMs = { anchor: 3000, heading: 60_000 };

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
    const main = document.querySelector("main");
    if (main && !hash) {
      const find = () => main.querySelector("h1");
      const heading = find();
      focusOn(heading ?? main);
      if (heading) return undefined;
      // the new page hasn't rendered yet if the visitor left the previous one before it had loaded
      if (!main.hasChildNodes())
        return whenFound(find, (late) => document.activeElement === main && focusOn(late), timeoutMs.heading);
    }
    const frame = requestAnimationFrame(() => announceIfSilent(document.title));
    return () => cancelAnimationFrame(frame);
  }, [pathname, hash]);

  useEffect(() => {
    if (!hash) return undefined;
    const find = () => document.getElementById(decoded(hash.slice(1)));
    const go = (target: HTMLElement) => {
      target.scrollIntoView();
      focusOn(target);
    };
    return whenFound(find, go, timeoutMs.anchor);
  }, [pathname, hash]);
}

/** Acts on an element once it exists. Returns a function that stops waiting. */
function whenFound(find: () => HTMLElement | null, act: (target: HTMLElement) => unknown, timeout: number): () => void {
  const go = () => {
    const target = find();
    if (target) act(target);
    return target;
  };
  if (go()) return () => undefined;
  const observer = new MutationObserver(() => go() && stop());
  const stop = () => observer.disconnect();
  observer.observe(document.body, { childList: true, subtree: true });
  setTimeout(stop, timeout);
  return stop;
}
