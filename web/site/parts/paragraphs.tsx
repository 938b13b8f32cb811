/** Plain text with paragraphs: a blank line starts a new one. */
export function Paragraphs({ text, lang }: { text: string; lang?: string | undefined }) {
  return text
    .split(/\n\s*\n/)
    .filter((paragraph) => paragraph.trim() !== "")
    .map((paragraph, at) => (
      <p key={at} lang={lang}>
        {paragraph}
      </p>
    ));
}
