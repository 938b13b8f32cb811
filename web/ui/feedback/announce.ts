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
