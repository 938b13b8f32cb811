import { useEffect } from "react";
import { searchKeyIsOff } from "#web/ui/navigation/search-key.ts";

/** The key / leads to the page's box that finds titles, unless it is typed somewhere. On staff pages the scan box has it. */
export function SearchKey() {
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const { target, key } = event;
      const field = document.querySelector<HTMLInputElement>("input[data-finds=titles]");
      const isTyping = target instanceof HTMLElement && target.closest("input, textarea, select, [contenteditable]");
      const withModifier = event.ctrlKey || event.altKey || event.metaKey;
      if (
        key !== "/" ||
        !field?.checkVisibility() ||
        isTyping ||
        withModifier ||
        document.querySelector("dialog:modal") ||
        searchKeyIsOff()
      )
        return;
      event.preventDefault();
      field.focus();
      field.select();
    };
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, []);
  return null;
}
