/** A text as it was typed: an empty line begins a new paragraph. */
export function Paragraphs({ text }: { text: string }) {
  return text
    .split(/\n\s*\n/)
    .filter((paragraph) => paragraph.trim() !== "")
    .map((paragraph, at) => <p key={at}>{paragraph}</p>);
}
