import { centsOf, isMoney, moneyOf, moneyText } from "#contract/wire/money.ts";

/** A part of each copy of a title: how many pieces, and what one of them costs; "" when unknown. */
export type Part = { count: number; name: string; cost: string };

export const partLimits = { parts: 30, name: 60, count: 999 } as const;

/** "30 cards", "DVD @ 24.50"; without a count it is one. */
const written = /^(?:(\d{1,3}) )?([^;@]*[^;@ ])(?: ?@ ?(.+))?$/;

/** The parts that a text names, "1 poster; 1 DVD @ 24.50; 30 cards"; undefined when it cannot be read. */
function partsIn(text: string): Part[] | undefined {
  const parts: Part[] = [];
  for (const one of text.split(/[;\r\n]+/).map((each) => each.replace(/\s+/g, " ").trim())) {
    if (one === "") continue;
    const [, count = "1", name, cost = ""] = written.exec(one) ?? [];
    if (name === undefined) return undefined;
    parts.push({ count: Number(count), name, cost: moneyText(cost) });
  }
  return parts;
}

export const partsOf = (kept: string): Part[] => partsIn(kept) ?? [];

/** Parts as they are kept, in files and in answers; the count is always written, because a name may begin with a number. */
export function writeParts(parts: readonly Part[]): string {
  return parts.map(({ count, name, cost }) => `${count} ${name}${cost && ` @ ${cost}`}`).join("; ");
}

/** A typed text as it is kept. What cannot be read stays. */
export function partsText(typed: string): string {
  const parts = partsIn(typed);
  return parts ? writeParts(parts) : typed;
}

/** Whether parts are what a title may have; each has a name of its own, by which it is ticked. */
export function areParts(kept: string): boolean {
  const parts = partsIn(kept);
  if (!parts || parts.length > partLimits.parts) return false;
  const names = new Set(parts.map(({ name }) => name.toLowerCase()));
  return names.size === parts.length && parts.every(isPart);
}

const isPart = ({ count, name, cost }: Part) =>
  count >= 1 && count <= partLimits.count && name.length <= partLimits.name && isMoney(cost);

/** Missing parts with the costs that their title says; undefined when it has no such parts, or not as many. */
export function missingOf(all: string, missing: string): string | undefined {
  const known = new Map(partsOf(all).map((part) => [part.name.toLowerCase(), part]));
  const found: Part[] = [];
  for (const { name, count } of partsOf(missing)) {
    const part = known.get(name.toLowerCase());
    if (!part || count < 1 || count > part.count) return undefined;
    found.push({ ...part, count });
  }
  return areParts(missing) ? writeParts(found) : undefined;
}

/** What these parts cost together, as far as it is known. */
export const costOfParts = (kept: string): string =>
  moneyOf(partsOf(kept).reduce((sum, { count, cost }) => sum + count * centsOf(cost), 0));

/** "30 cards" */
export const partInWords = ({ count, name }: Part) => `${count} ${name}`;
