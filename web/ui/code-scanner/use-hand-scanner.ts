import { type RefObject, useEffect, useEffectEvent } from "react";

const scanFields = "[name=scanned], [name=scannedNumber]";
const editable = "textarea, select, [contenteditable], input:not([type=radio], [type=checkbox], [type=button])";

type Scanner = {
  onText: (text: string) => void;
  /** Undoes what the scanner's settings changed. */
  read: (scan: string) => string;
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
 * and Enter does not submit the form. In a field for scans, Tab does what Enter does.
 */
export function useHandScanner({ onText, read, isCode, inside, fallback }: Scanner): void {
  const handle = useEffectEvent(onText);
  const readText = useEffectEvent(read);
  const isOurs = useEffectEvent(isCode);
  const block = useEffectEvent(() => fallback?.onBlocked());
  const isFallback = fallback !== undefined;
  useEffect(() => {
    const own: Listener = { ...(inside && { inside }), ...(isFallback && { fallback: { onBlocked: () => block() } }) };
    listeners.push(own);
    const burst = createBurst();
    let restore: (() => void) | undefined;
    let timer: ReturnType<typeof setTimeout>;
    let wasScan = false;
    const listen = (event: KeyboardEvent) => {
      const { key, code, target, timeStamp: at } = event;
      if (event.repeat) return;
      clearTimeout(timer);
      const active = activeListener();
      if (active ? active !== own : !isFallback) return;
      const field = target instanceof Element ? target.closest(editable) : null;
      // AltGr is Ctrl and Alt to Windows, and types characters
      const withModifier = (event.ctrlKey || event.altKey || event.metaKey) && !event.getModifierState("AltGraph");
      const isNumpad = event.altKey && /^Numpad\d$/.test(code);
      const role = burst({ key, at, withModifier, isNumpad });
      if (role.is === "nothing") {
        if (key.length === 1) restore = field ? restorer(field) : undefined;
        return;
      }
      if (role.is === "rest" && !wasScan) return;
      const finish = (text: string) => {
        restore?.();
        if (active) handle(text);
        else block();
      };
      if (role.is === "part") {
        // some scanners send no end
        timer = setTimeout(() => {
          const text = readText(burst.take());
          if (isOurs(text)) finish(text);
        }, quietMs);
        if (field || !active) return; // may be typing
      }
      const text = role.is === "end" ? readText(role.text) : "";
      const maybeTyped = field || !active || (isFallback && role.is === "end" && role.text.length < minForeignLength);
      const isTyping = role.is === "end" && maybeTyped && !isOurs(text);
      const scanField =
        key === "Tab" && field instanceof HTMLInputElement && field.matches(scanFields) ? field : undefined;
      wasScan = !isTyping || scanField !== undefined;
      if (!wasScan) return;
      // spaces and Enter would press the focused button
      event.preventDefault();
      event.stopPropagation();
      if (isTyping) enter(scanField);
      else if (role.is === "end") finish(text);
    };
    document.addEventListener("keydown", listen, true);
    return () => {
      clearTimeout(timer);
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

/** Submits a field as Enter does. */
function enter(field: HTMLInputElement | undefined): void {
  if (field?.form) field.form.requestSubmit();
  else field?.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true }));
}

type Stroke = { key: string; at: number; withModifier: boolean; isNumpad?: boolean };

/** A key's role: not part of a scan, part of one, the Enter or Tab that ends it, or what follows that. */
export type KeyRole = { is: "nothing" } | { is: "part" } | { is: "end"; text: string } | { is: "rest" };

const maxGapMs = 80; // scanners leave 1 to 50, fingers seldom less than 90 for four keys in a row
const maxRestMs = 40; // between the two ends of a scan, which no finger can match
const quietMs = 300;
const minLength = 3;
const minForeignLength = 5; // for codes other than ours: shorter ones may be keyboard shortcuts

// keys that arrive in addition to the character they are pressed for
const modifiers = new Set(["Shift", "CapsLock", "Control", "AltGraph", "Meta", "NumLock", "Dead"]);

type Burst = ((stroke: Stroke) => KeyRole) & {
  /** Ends a scan that had no Enter or Tab, and returns its text. */
  take: () => string;
};

/**
 * Returns a function that recognizes scans: fast runs of keys that end in Enter or Tab. Control characters, which come
 * as Ctrl with a letter or as other keys, are left out.
 */
export function createBurst(): Burst {
  let text = "";
  let digits = ""; // of a character that comes as Alt with its number
  let isOver = false;
  let last = Number.NEGATIVE_INFINITY;
  const take = () => {
    const whole = digits === "" ? text : text + String.fromCharCode(Number(digits));
    text = "";
    digits = "";
    return whole;
  };
  const burst = ({ key, at, withModifier, isNumpad = false }: Stroke): KeyRole => {
    if (modifiers.has(key)) return { is: "nothing" };
    const continues = at - last <= maxGapMs;
    const follows = isOver && at >= last && at - last <= maxRestMs;
    last = at;
    const isPart = continues && text + digits !== "";
    if (!isPart) take();
    if (key === "Enter" || key === "Tab") {
      if (follows) return { is: "rest" };
      const code = take();
      isOver = code.length >= minLength;
      return isOver ? { is: "end", text: code } : { is: "nothing" };
    }
    if (follows && withModifier && key.toLowerCase() === "j") return { is: "rest" }; // a line feed
    isOver = false;
    if (isNumpad) digits += key;
    else if (key === "Alt") text = take();
    else if (!withModifier && key.length === 1) text = take() + key;
    return isPart ? { is: "part" } : { is: "nothing" };
  };
  return Object.assign(burst, { take });
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
