import { maxLabelOffset, type LabelTemplate } from "#contract/catalog/labels.ts";

/** Tenths of a millimeter per unit; offsets are typed in a unit, and sent and stored in tenths of a millimeter. */
export const units = { in: 254, mm: 10 } as const;
export type Unit = keyof typeof units;

/** Formats tenths of a millimeter: 12 are 0.047 inches or 1.2 millimeters. */
export function formatOffset(tenths: number, unit: Unit): string {
  return String(Number((tenths / units[unit]).toFixed(unit === "in" ? 3 : 1)));
}

/** Parses a typed offset to tenths of a millimeter; undefined if it isn't a number or is too far. */
export function parseOffset(text: string, unit: Unit): number | undefined {
  const input = text.trim().replace(",", ".").replace("−", "-");
  if (input === "") return 0;
  if (!/^[+-]?(\d+\.?\d*|\.\d+)$/.test(input)) return undefined;
  const tenths = Math.round(Number(input) * units[unit]);
  return Math.abs(tenths) <= maxLabelOffset ? tenths + 0 : undefined;
}

export const maxOffsetText = (unit: Unit) =>
  unit === "in"
    ? `${Math.floor((maxLabelOffset / units.in) * 100) / 100} inches`
    : `${maxLabelOffset / units.mm} millimeters`;

const unitKey = "labelUnit";
const offsetKey = (template: LabelTemplate) => `labelOffset ${template}`;

export const storedUnit = (): Unit => (localStorage.getItem(unitKey) === "mm" ? "mm" : "in");

export function storeUnit(unit: Unit): void {
  localStorage.setItem(unitKey, unit);
}

/** Returns the offset that this browser stores for a paper, in tenths of a millimeter. */
export function storedOffset(template: LabelTemplate): { offsetX: number; offsetY: number } {
  const [offsetX = 0, offsetY = 0] = (localStorage.getItem(offsetKey(template)) ?? "").split(" ").map(asTenths);
  return { offsetX, offsetY };
}

export function storeOffset(template: LabelTemplate, { offsetX, offsetY }: { offsetX: number; offsetY: number }): void {
  localStorage.setItem(offsetKey(template), `${offsetX} ${offsetY}`);
}

function asTenths(text: string): number {
  const tenths = Math.round(Number(text));
  return Number.isFinite(tenths) ? Math.max(-maxLabelOffset, Math.min(maxLabelOffset, tenths)) : 0;
}
