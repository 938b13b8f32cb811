import { type RefObject, useEffect, useEffectEvent } from "react";

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

type Stroke = { key: string; at: number; withModifier: boolean };

/** A key's role: not in a burst, in one, or the Enter that ends it. */
export type Heard = { is: "nothing" } | { is: "part" } | { is: "end"; text: string };

const longestGap = 80; // ms; scanners leave 1 to 50, fingers seldom less than 90 for four keys in a row
const shortest = 3;

/** Distinguishes a hand scanner from typing: a fast run of keys that ends in Enter. */
export function createBurst(): (stroke: Stroke) => Heard {
  let text = "";
  let last = Number.NEGATIVE_INFINITY;
  return ({ key, at, withModifier }) => {
    // Shift is a separate key event between the ones that count
    if (key === "Shift" || key === "CapsLock") return { is: "nothing" };
    const goesOn = at - last <= longestGap;
    last = at;
    if (key === "Enter") {
      const whole = goesOn ? text : "";
      text = "";
      return whole.length >= shortest ? { is: "end", text: whole } : { is: "nothing" };
    }
    if (withModifier || key.length !== 1) {
      text = "";
      return { is: "nothing" };
    }
    const isPart = goesOn && text !== "";
    text = isPart ? text + key : key;
    return isPart ? { is: "part" } : { is: "nothing" };
  };
}
