import { useEffect } from "react";

/** Opens links in a preview in a new tab, so that unsaved text is not lost. */
export function useLinksInNewTab(box: { current: HTMLElement | null }): void {
  useEffect(() => {
    const onClick = (event: MouseEvent) => {
      const link = event.target instanceof Element && box.current?.contains(event.target) && event.target.closest("a");
      if (!link) return;
      event.preventDefault();
      open(link.href, "_blank", "noopener");
    };
    document.addEventListener("click", onClick, { capture: true });
    return () => document.removeEventListener("click", onClick, { capture: true });
  }, [box]);
}
