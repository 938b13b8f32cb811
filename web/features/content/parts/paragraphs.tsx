/** Plain text with paragraphs: a blank line starts a new one. */
export function Paragraphs({ text }: { text: string }) {
  return text
    .split(/\n\s*\n/)
    .filter((paragraph) => paragraph.trim() !== "")
    .map((paragraph, at) => <p key={at}>{paragraph}</p>);
}
