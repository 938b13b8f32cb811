import type { MouseEvent, ReactNode } from "react";
import styles from "./accessibility.module.css";

export function VisuallyHidden({ children }: { children: ReactNode }) {
  return <span className={styles.hidden}>{children}</span>;
}

/** Skips the header and focuses the element with the id `target`. */
export function SkipLink({ target, children }: { target: string; children: string }) {
  const skip = (event: MouseEvent) => {
    // keeps the address clean and the router out of it
    event.preventDefault();
    document.getElementById(target)?.focus();
  };
  return (
    <a className={styles.skip} href={`#${target}`} onClick={skip}>
      {children}
    </a>
  );
}

/** Holds the words of `announce`, in the root layout and in dialogs, because nothing outside an open dialog is read. */
export function LiveRegion() {
  return (
    <VisuallyHidden>
      {/* not atomic, or a sentence that replaces another would be read twice */}
      <span aria-live="polite" data-said />
    </VisuallyHidden>
  );
}

/**
 * Announces a sentence to screen readers in the live region of an open dialog or else of the root layout. Does nothing
 * while a server-rendered page starts, because it is being read already.
 */
export function announce(sentence: string): void {
  const region = document.querySelector("[data-said]");
  if (region && !document.querySelector("[data-rendered]")) region.textContent = sentence;
}

/** Announces the sentence only if the live region is empty. */
export function announceIfSilent(sentence: string): void {
  if (document.querySelector("[data-said]")?.textContent === "") announce(sentence);
}

/** How long a dialog may take to close, in ms. */
export const dialogCloseMs = 200;

/**
 * Calls `say` after any open dialog has closed: announcements outside an open dialog, or just before it closes, are not
 * heard.
 */
export function afterDialog(say: () => void): void {
  if (isDialogOpen()) setTimeout(say, 2 * dialogCloseMs);
  else say();
}

export const isDialogOpen = () => document.querySelector("dialog:modal") !== null;

/** Focuses any element, even a heading. */
export function focusOn(element: Element | null | undefined): void {
  if (!(element instanceof HTMLElement)) return;
  if (element.tabIndex < 0 && !element.hasAttribute("tabindex")) element.tabIndex = -1;
  element.focus({ preventScroll: true });
}
