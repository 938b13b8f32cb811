import { useSyncExternalStore } from "react";

const pointer = "(hover: hover) and (pointer: fine)";
let keyWasPressed = false;

/** Returns whether to mention keys: there is a mouse or trackpad, or someone has pressed a key outside a field. */
export const useHasKeys = (): boolean =>
  useSyncExternalStore(
    onChange,
    () => keyWasPressed || matchMedia(pointer).matches,
    () => false,
  );

function onChange(notify: () => void): () => void {
  const query = matchMedia(pointer);
  // a phone's keyboard on the screen types only into fields
  const noteKey = ({ target }: KeyboardEvent) => {
    if (keyWasPressed || (target instanceof Element && target.matches("input, textarea, select"))) return;
    keyWasPressed = true;
    notify();
  };
  query.addEventListener("change", notify);
  document.addEventListener("keydown", noteKey, true);
  return () => {
    query.removeEventListener("change", notify);
    document.removeEventListener("keydown", noteKey, true);
  };
}
