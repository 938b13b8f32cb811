/**
 * Says a sentence to who listens, in the live region of an open dialog that has one, else of the root layout: a region that appears
 * with its sentence stays unheard. Not while a page that the server rendered starts: it is being read already.
 */
export function announce(sentence: string): void {
  const region = document.querySelector("[data-said]");
  if (region && !document.querySelector("[data-rendered]")) region.textContent = sentence;
}

/** Says it unless something was said since the region was emptied. */
export function announceIfSilent(sentence: string): void {
  if (document.querySelector("[data-said]")?.textContent === "") announce(sentence);
}
