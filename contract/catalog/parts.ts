import { centsOf, isMoney, moneyOf, moneyText } from "#contract/wire/money.ts";

/** A part in each copy of a title: the number of pieces and the cost of each; "" when unknown. */
export type Part = { count: number; name: string; cost: string };

export const partLimits = { parts: 30, name: 60, count: 999 } as const;

/** Matches "30 cards" or "DVD @ 24.50"; the count defaults to 1. */
const pattern = /^(?:(\d{1,3}) )?([^;@]*[^;@ ])(?: ?@ ?(.+))?$/;

/** Parses "1 poster; 1 DVD @ 24.50; 30 cards". Returns undefined if invalid. */
function partsIn(text: string): Part[] | undefined {
  const parts: Part[] = [];
  for (const part of text.split(/[;\r\n]+/).map((each) => each.replace(/\s+/g, " ").trim())) {
    if (part === "") continue;
    const [, count = "1", name, cost = ""] = pattern.exec(part) ?? [];
    if (name === undefined) return undefined;
    parts.push({ count: Number(count), name, cost: moneyText(cost) });
  }
  return parts;
}

export const partsOf = (stored: string): Part[] => partsIn(stored) ?? [];

/** Formats parts for storage and files. Always includes the count, because a name may begin with a number. */
export function writeParts(parts: readonly Part[]): string {
  return parts.map(({ count, name, cost }) => `${count} ${name}${cost && ` @ ${cost}`}`).join("; ");
}

/** Normalizes typed parts. Returns invalid text unchanged. */
export function partsText(typed: string): string {
  const parts = partsIn(typed);
  return parts ? writeParts(parts) : typed;
}

/** Returns whether these are valid parts. Names must be unique, because returns check parts off by name. */
export function areParts(stored: string): boolean {
  const parts = partsIn(stored);
  if (!parts || parts.length > partLimits.parts) return false;
  const names = new Set(parts.map(({ name }) => name.toLowerCase()));
  return names.size === parts.length && parts.every(isPart);
}

const isPart = ({ count, name, cost }: Part) =>
  count >= 1 && count <= partLimits.count && name.length <= partLimits.name && isMoney(cost);

/** Adds the title's costs to missing parts. Returns undefined if the title has no such part, or not that many. */
export function missingOf(all: string, missing: string): string | undefined {
  const known = new Map(partsOf(all).map((part) => [part.name.toLowerCase(), part]));
  const priced: Part[] = [];
  for (const { name, count } of partsOf(missing)) {
    const part = known.get(name.toLowerCase());
    if (!part || count < 1 || count > part.count) return undefined;
    priced.push({ ...part, count });
  }
  return areParts(missing) ? writeParts(priced) : undefined;
}

/** Adds up the known costs of parts. */
export const costOfParts = (stored: string): string =>
  moneyOf(partsOf(stored).reduce((sum, { count, cost }) => sum + count * centsOf(cost), 0));

export const partInWords = ({ count, name }: Part) => `${count} ${name}`;
