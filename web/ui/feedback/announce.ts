/**
 * Says a sentence to who listens, in the root layout's live region: one that appears with its sentence stays unheard.
 * Not while a page that the server rendered starts: it is being read already.
 */
export function announce(sentence: string): void {
  const region = document.querySelector("[data-said]");
  if (region && !document.querySelector("[data-rendered]")) region.textContent = sentence;
}

const pause = 700; // ms

/**
 * Says it after the words of the key that caused it: Orca cuts a sentence off that comes while it says the new value of a field.
 * The result takes it back.
 */
export function announceLater(sentence: string): () => void {
  const later = setTimeout(() => announce(sentence), pause);
  return () => clearTimeout(later);
}

/** Says it unless something was said since the region was emptied. */
export function announceIfSilent(sentence: string): void {
  if (document.querySelector("[data-said]")?.textContent === "") announce(sentence);
}
