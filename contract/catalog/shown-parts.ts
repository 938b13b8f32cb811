/** Formats stored parts without their costs: "1 poster", "30 cards". In its own file to keep public pages small. */
export const shownParts = (stored: string): string[] => stored.split("; ").map((part) => part.replace(/ @ .*$/, ""));
