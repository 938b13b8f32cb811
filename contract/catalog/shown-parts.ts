/** Formats stored parts without their costs: "1 poster", "30 cards". Apart from parts.ts to keep public pages small. */
export const shownParts = (stored: string): string[] => stored.split("; ").map((part) => part.replace(/ @ .*$/, ""));
