export type Looks = { title: string; categoryId: number; publisher: string; language: string };

/** A title without what is often typed in another way: its first article, case, accents, spaces, and punctuation. */
export function bareTitle(title: string): string {
  return title
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/^[^\p{L}\p{N}]*(?:(?:the|an?)\s+)?/u, "")
    .replace(/[^\p{L}\p{N}]/gu, "");
}

const mayBeSame = (one: string, other: string) => one === "" || other === "" || one === other;

/** Whether they may be the same: the same title in the same format, and no other publisher or language. */
export function isDuplicate(one: Looks, other: Looks): boolean {
  return (
    bareTitle(one.title) === bareTitle(other.title) &&
    bareTitle(one.title) !== "" &&
    one.categoryId === other.categoryId &&
    mayBeSame(bareTitle(one.publisher), bareTitle(other.publisher)) &&
    mayBeSame(one.language, other.language)
  );
}

/** Of several, first the one with the same publisher; else the first. */
export function maxDuplicates<Known extends Looks>(given: Looks, known: readonly Known[]): Known | undefined {
  const alike = known.filter((each) => isDuplicate(given, each));
  return alike.find(({ publisher }) => bareTitle(publisher) === bareTitle(given.publisher)) ?? alike[0];
}
