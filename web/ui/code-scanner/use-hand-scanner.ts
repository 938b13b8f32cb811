import { type RefObject, useEffect, useEffectEvent } from "react";

const editable = "textarea, select, [contenteditable], input:not([type=radio], [type=checkbox], [type=button])";

type Scanner = {
  onText: (text: string) => void;
  /** Whether the text is one of our codes. Inside a field, anything else counts as typing. */
  isCode: (text: string) => boolean;
  /** An element of the scanner's own dialog: behind another dialog, the scanner is inactive. */
  inside?: RefObject<HTMLElement | null>;
  /** Set for the site-wide scanner of last resort; `onBlocked` is called when a dialog covers it. */
  fallback?: { onBlocked: () => void };
};
type Listener = Pick<Scanner, "inside" | "fallback">;

const listeners: Listener[] = [];

/** Returns the active listener, or undefined if a dialog covers all of them. */
function activeListener(): Listener | undefined {
  const modal = document.querySelector("dialog:modal");
  const reachable = listeners.filter(({ inside }) => !modal || (inside?.current && modal.contains(inside.current)));
  return reachable.findLast(({ fallback }) => !fallback) ?? reachable.at(-1);
}

/**
 * Listens for a hand scanner wherever the focus is. If one of our codes is scanned into a field, the field is restored
 * and Enter does not submit the form.
 */
export function useHandScanner({ onText, isCode, inside, fallback }: Scanner): void {
  const handle = useEffectEvent(onText);
  const isOurs = useEffectEvent(isCode);
  const block = useEffectEvent(() => fallback?.onBlocked());
  const isFallback = fallback !== undefined;
  useEffect(() => {
    const own: Listener = { ...(inside && { inside }), ...(isFallback && { fallback: { onBlocked: () => block() } }) };
    listeners.push(own);
    const burst = createBurst();
    let restore: (() => void) | undefined;
    const listen = (event: KeyboardEvent) => {
      const { key, target, timeStamp: at } = event;
      if (event.repeat) return;
      const active = activeListener();
      if (active ? active !== own : !isFallback) return;
      const field = target instanceof Element ? target.closest(editable) : null;
      const withModifier = event.ctrlKey || event.altKey || event.metaKey;
      const role = burst({ key, at, withModifier });
      if (role.is === "nothing") {
        if (key.length === 1) restore = field ? restorer(field) : undefined;
        return;
      }
      if (role.is === "part" && (field || !active)) return; // may be typing
      const maybeTyped = field || !active || (isFallback && role.is === "end" && role.text.length < minForeignLength);
      if (role.is === "end" && maybeTyped && !isOurs(role.text)) return;
      // spaces and Enter would press the focused button
      event.preventDefault();
      event.stopPropagation();
      if (role.is !== "end") return;
      restore?.();
      if (active) handle(role.text);
      else block();
    };
    document.addEventListener("keydown", listen, true);
    return () => {
      document.removeEventListener("keydown", listen, true);
      listeners.splice(listeners.indexOf(own), 1);
    };
  }, [inside, isFallback]);
}

/** Returns a function that restores the field's current value, as if the user had typed it. */
function restorer(field: Element): (() => void) | undefined {
  const isBox = field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement;
  if (!isBox && !(field instanceof HTMLSelectElement)) return undefined;
  const { value } = field;
  return () => {
    if (field.value === value) return;
    // React overrides the element's own `value`, so this uses the browser's setter
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), "value")?.set?.call(field, value);
    field.dispatchEvent(new Event(isBox ? "input" : "change", { bubbles: true }));
  };
}

type Stroke = { key: string; at: number; withModifier: boolean };

/** A key's role: not part of a scan, part of one, or the Enter that ends it. */
export type KeyRole = { is: "nothing" } | { is: "part" } | { is: "end"; text: string };

const maxGapMs = 80; // scanners leave 1 to 50, fingers seldom less than 90 for four keys in a row
const minLength = 3;
const minForeignLength = 5; // for codes other than ours: shorter ones may be keyboard shortcuts

/** Returns a function that recognizes scans: fast runs of keys that end in Enter. */
export function createBurst(): (stroke: Stroke) => KeyRole {
  let text = "";
  let last = Number.NEGATIVE_INFINITY;
  return ({ key, at, withModifier }) => {
    // Shift arrives as a separate key
    if (key === "Shift" || key === "CapsLock") return { is: "nothing" };
    const continues = at - last <= maxGapMs;
    last = at;
    if (key === "Enter") {
      const code = continues ? text : "";
      text = "";
      return code.length >= minLength ? { is: "end", text: code } : { is: "nothing" };
    }
    if (withModifier || key.length !== 1) {
      text = "";
      return { is: "nothing" };
    }
    const isPart = continues && text !== "";
    text = isPart ? text + key : key;
    return isPart ? { is: "part" } : { is: "nothing" };
  };
}

let receiver: ((text: string) => void) | undefined;
let pending: string | undefined;

/** Forwards a scan that the page's own scanner cannot use to the scan box, now or once the box appears. */
export function forwardScan(text: string): void {
  if (receiver) receiver(text);
  else pending = text;
}

export function useForwardedScans(onText: (text: string) => void): void {
  const receive = useEffectEvent(onText);
  useEffect(() => {
    const own = (text: string) => receive(text);
    receiver = own;
    if (pending !== undefined) own(pending);
    pending = undefined;
    return () => {
      if (receiver === own) receiver = undefined;
    };
  }, []);
}
