import type { RefObject } from "react";
import { useEffect, useEffectEvent } from "react";
import { createBurst } from "./burst.ts";

const typedInto = "textarea, select, [contenteditable], input:not([type=radio], [type=checkbox], [type=button])";

/**
 * Listens for a hand scanner while no field has the focus. Ignores input behind a foreign dialog: `inside` is an
 * element of its own dialog.
 */
export function useHandScanner(onText: (text: string) => void, inside: RefObject<HTMLElement | null>): void {
  const hear = useEffectEvent(onText);
  useEffect(() => {
    const burst = createBurst();
    const listen = (event: KeyboardEvent) => {
      const { key, target, timeStamp: at } = event;
      if (event.repeat || (target instanceof Element && target.closest(typedInto))) return;
      const modal = document.querySelector("dialog:modal");
      if (modal && !(inside.current && modal.contains(inside.current))) return;
      const withModifier = event.ctrlKey || event.altKey || event.metaKey;
      const heard = burst({ key, at, withModifier });
      if (heard.is === "nothing") return;
      // its spaces and its Enter would press the focused button
      event.preventDefault();
      event.stopPropagation();
      if (heard.is === "end") hear(heard.text);
    };
    document.addEventListener("keydown", listen, true);
    return () => document.removeEventListener("keydown", listen, true);
  }, [inside]);
}
