import { useEffect } from "react";

/** Links in a preview can be tried without leaving what is being typed: they open beside it. */
export function useLinksApart(box: { current: HTMLElement | null }): void {
  useEffect(() => {
    const press = (event: MouseEvent) => {
      const link = event.target instanceof Element && box.current?.contains(event.target) && event.target.closest("a");
      if (!link) return;
      event.preventDefault();
      open(link.href, "_blank", "noopener");
    };
    document.addEventListener("click", press, { capture: true });
    return () => document.removeEventListener("click", press, { capture: true });
  }, [box]);
}
