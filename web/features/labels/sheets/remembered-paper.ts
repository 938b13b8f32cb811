import { labelOffsetMost, labelTemplates, type LabelTemplate } from "#contract/label-templates.ts";

/** Tenths of a millimeter, to the right and down. */
export type PaperOffset = { offsetX: number; offsetY: number };

const templateKey = "labelTemplate";
const offsetKey = (template: LabelTemplate) => `labelOffset ${template}`;

const isTemplate = (text: string | null): text is LabelTemplate => text !== null && text in labelTemplates;

/** The last paper used in this browser. */
export function rememberedTemplate(): LabelTemplate {
  const kept = localStorage.getItem(templateKey);
  return isTemplate(kept) ? kept : "5160";
}

/** The printer offset of this browser for a paper. */
export function rememberedOffset(template: LabelTemplate): PaperOffset {
  const [offsetX = 0, offsetY = 0] = (localStorage.getItem(offsetKey(template)) ?? "0 0").split(" ").map(asOffset);
  return { offsetX, offsetY };
}

/** Remembers a paper and its offset. */
export function rememberPaper(template: LabelTemplate, { offsetX, offsetY }: PaperOffset): void {
  localStorage.setItem(templateKey, template);
  localStorage.setItem(offsetKey(template), `${offsetX} ${offsetY}`);
}

/** A typed offset in the valid range. */
export function asOffset(text: string): number {
  const number = Math.round(Number(text));
  return Number.isFinite(number) ? Math.max(-labelOffsetMost, Math.min(labelOffsetMost, number)) : 0;
}
