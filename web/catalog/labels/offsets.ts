import { labelOffsetMost, type LabelTemplate } from "#contract/catalog/labels.ts";

/** What the shift of a sheet is typed in; it is sent and kept in tenths of a millimeter. */
export const units = { in: 254, mm: 10 } as const;
export type Unit = keyof typeof units;

/** How it is shown: 12 tenths are 0.047 inches, or 1.2 millimeters. */
export function shownOffset(tenths: number, unit: Unit): string {
  return String(Number((tenths / units[unit]).toFixed(unit === "in" ? 3 : 1)));
}

/** What was typed in tenths of a millimeter; undefined when it is no number or too far. */
export function readOffset(text: string, unit: Unit): number | undefined {
  const typed = text.trim().replace(",", ".").replace("−", "-");
  if (typed === "") return 0;
  if (!/^[+-]?(\d+\.?\d*|\.\d+)$/.test(typed)) return undefined;
  const tenths = Math.round(Number(typed) * units[unit]);
  return Math.abs(tenths) <= labelOffsetMost ? tenths + 0 : undefined;
}

export const farthest = (unit: Unit) =>
  unit === "in"
    ? `${Math.floor((labelOffsetMost / units.in) * 100) / 100} inches`
    : `${labelOffsetMost / units.mm} millimeters`;

const unitKey = "labelUnit";
const offsetKey = (template: LabelTemplate) => `labelOffset ${template}`;

export const keptUnit = (): Unit => (localStorage.getItem(unitKey) === "mm" ? "mm" : "in");

export function keepUnit(unit: Unit): void {
  localStorage.setItem(unitKey, unit);
}

/** The printer's shift for each paper, in tenths of a millimeter, as this browser keeps it. */
export function keptOffset(template: LabelTemplate): { offsetX: number; offsetY: number } {
  const [offsetX = 0, offsetY = 0] = (localStorage.getItem(offsetKey(template)) ?? "").split(" ").map(asTenths);
  return { offsetX, offsetY };
}

export function keepOffset(template: LabelTemplate, { offsetX, offsetY }: { offsetX: number; offsetY: number }): void {
  localStorage.setItem(offsetKey(template), `${offsetX} ${offsetY}`);
}

function asTenths(text: string): number {
  const tenths = Math.round(Number(text));
  return Number.isFinite(tenths) ? Math.max(-labelOffsetMost, Math.min(labelOffsetMost, tenths)) : 0;
}
