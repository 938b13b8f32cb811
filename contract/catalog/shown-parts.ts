/** Kept parts without their costs: "1 poster", "30 cards". Apart from the reading, which the public pages need not load. */
export const shownParts = (kept: string): string[] => kept.split("; ").map((part) => part.replace(/ @ .*$/, ""));
