export type TitleKey = { title: string; categoryId: number; publisher: string; language: string };

/** Strips common differences in typing: the first article, case, accents, spaces, and punctuation. */
export function bareTitle(title: string): string {
  return title
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/^[^\p{L}\p{N}]*(?:(?:the|an?)\s+)?/u, "")
    .replace(/[^\p{L}\p{N}]/gu, "");
}

const mayBeSame = (a: string, b: string) => a === "" || b === "" || a === b;

/** Returns whether two titles may be the same: equal titles and formats, and no conflicting publisher or language. */
export function isDuplicate(a: TitleKey, b: TitleKey): boolean {
  return (
    bareTitle(a.title) === bareTitle(b.title) &&
    bareTitle(a.title) !== "" &&
    a.categoryId === b.categoryId &&
    mayBeSame(bareTitle(a.publisher), bareTitle(b.publisher)) &&
    mayBeSame(a.language, b.language)
  );
}

/** Returns the first duplicate with the same publisher, or the first one. */
export function bestDuplicate<Known extends TitleKey>(title: TitleKey, known: readonly Known[]): Known | undefined {
  const duplicates = known.filter((each) => isDuplicate(title, each));
  const isSamePublisher = ({ publisher }: TitleKey) => bareTitle(publisher) === bareTitle(title.publisher);
  return duplicates.find(isSamePublisher) ?? duplicates[0];
}
