import { type RefObject, useEffect, useEffectEvent } from "react";

const typedInto = "textarea, select, [contenteditable], input:not([type=radio], [type=checkbox], [type=button])";

type Scanner = {
  /** Handles what was scanned. */
  onText: (text: string) => void;
  /** Whether the text is one of our codes. Only these are scans inside a field; anything else there is typing. */
  isCode: (text: string) => boolean;
  /** An element of the scanner's own dialog: a scanner behind another dialog hears nothing. */
  inside?: RefObject<HTMLElement | null>;
  /** For codes that no other scanner on the page takes, and for those scanned while a dialog is open. */
  fallback?: { onBlocked: () => void };
};
type Listener = Pick<Scanner, "inside" | "fallback">;

const listeners: Listener[] = [];

/** The listener whose turn it is; undefined when a dialog is in front of all of them. */
function inTurn(): Listener | undefined {
  const modal = document.querySelector("dialog:modal");
  const able = listeners.filter(({ inside }) => !modal || (inside?.current && modal.contains(inside.current)));
  return able.findLast(({ fallback }) => !fallback) ?? able.at(-1);
}

/**
 * Listens for a hand scanner wherever the focus is. In a field a scan of one of our codes is taken out again, and its
 * Enter submits nothing.
 */
export function useHandScanner({ onText, isCode, inside, fallback }: Scanner): void {
  const hear = useEffectEvent(onText);
  const isOurs = useEffectEvent(isCode);
  const block = useEffectEvent(() => fallback?.onBlocked());
  const isFallback = fallback !== undefined;
  useEffect(() => {
    const me: Listener = { ...(inside && { inside }), ...(isFallback && { fallback: { onBlocked: () => block() } }) };
    listeners.push(me);
    const burst = createBurst();
    let before: (() => void) | undefined;
    const listen = (event: KeyboardEvent) => {
      const { key, target, timeStamp: at } = event;
      if (event.repeat) return;
      const taker = inTurn();
      if (taker ? taker !== me : !isFallback) return;
      const field = target instanceof Element ? target.closest(typedInto) : null;
      const withModifier = event.ctrlKey || event.altKey || event.metaKey;
      const heard = burst({ key, at, withModifier });
      if (heard.is === "nothing") {
        if (key.length === 1) before = field ? restorer(field) : undefined;
        return;
      }
      if (heard.is === "part" && (field || !taker)) return; // it may be typing
      const maybeTyped = field || !taker || (isFallback && heard.is === "end" && heard.text.length < shortestOther);
      if (heard.is === "end" && maybeTyped && !isOurs(heard.text)) return;
      // its spaces and its Enter would press the focused button
      event.preventDefault();
      event.stopPropagation();
      if (heard.is !== "end") return;
      before?.();
      if (taker) hear(heard.text);
      else block();
    };
    document.addEventListener("keydown", listen, true);
    return () => {
      document.removeEventListener("keydown", listen, true);
      listeners.splice(listeners.indexOf(me), 1);
    };
  }, [inside, isFallback]);
}

/** Remembers a field as it was before the first key; the result puts it back, as if the user had typed it. */
function restorer(field: Element): (() => void) | undefined {
  const isBox = field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement;
  if (!isBox && !(field instanceof HTMLSelectElement)) return undefined;
  const { value } = field;
  return () => {
    if (field.value === value) return;
    // React replaces `value` of the element; the prototype's setter is the browser's own
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), "value")?.set?.call(field, value);
    field.dispatchEvent(new Event(isBox ? "input" : "change", { bubbles: true }));
  };
}

type Stroke = { key: string; at: number; withModifier: boolean };

/** A key's role: not in a burst, in one, or the Enter that ends it. */
export type Heard = { is: "nothing" } | { is: "part" } | { is: "end"; text: string };

const longestGap = 80; // ms; scanners leave 1 to 50, fingers seldom less than 90 for four keys in a row
const shortest = 3;
const shortestOther = 5; // another code that nobody on the page asked for: shorter ones may be keys of the page

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
