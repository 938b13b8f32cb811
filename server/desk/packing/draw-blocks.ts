import type { Paper } from "pdfkit";
import { countLines, drawWords, lineHeight, wordsWidth } from "#server/platform/pdf/draw-words.ts";
import type { Weight } from "#server/platform/pdf/pdf-fonts.ts";

/** A drawing of known height, in points, that can be placed on a page later. */
export type Block = { height: number; draw: (y: number) => void };

export type Column = { x: number; width: number };

type Look = Column & { size?: number; weight?: Weight };

/** Draws a text in as many lines as it takes, and keeps its line breaks. */
export function words(paper: Paper, text: string, { x, width, size = 10, weight = "regular" }: Look): Block {
  const parts = text.split("\n").filter((part) => part.trim() !== "");
  return stack(
    parts.map((part) => {
      const height = countLines(paper, part, { width, size, weight }) * size * lineHeight;
      const draw = (y: number) => {
        paper.fillColor("#000");
        drawWords(paper, part, { box: { x, y, width, height }, weight, size, isCentered: false });
      };
      return { height, draw };
    }),
  );
}

export const space = (height: number): Block => ({ height, draw: () => undefined });

export function rule(paper: Paper, { x, width }: Column, thickness: number): Block {
  const draw = (y: number) =>
    void paper
      .lineWidth(thickness)
      .moveTo(x, y)
      .lineTo(x + width, y)
      .stroke("#000");
  return { height: thickness, draw };
}

export function stack(blocks: readonly Block[]): Block {
  const draw = (y: number) => {
    let at = y;
    for (const block of blocks) {
      block.draw(at);
      at += block.height;
    }
  };
  return { height: blocks.reduce((sum, { height }) => sum + height, 0), draw };
}

export function beside(blocks: readonly Block[]): Block {
  return {
    height: Math.max(0, ...blocks.map(({ height }) => height)),
    draw: (y) => {
      for (const block of blocks) block.draw(y);
    },
  };
}

const box = { side: 8, gap: 4, between: 14 }; // points

/** Draws names with checkboxes, in as many lines as they take. */
export function checklist(paper: Paper, names: readonly string[], { x, width, size = 9.5 }: Look): Block {
  const room = width - box.side - box.gap;
  const lines: Block[][] = [];
  let left = 0;
  for (const name of names) {
    const nameWidth = Math.min(room, wordsWidth(paper, name, { weight: "regular", size }) + 1);
    if (lines.length === 0 || nameWidth > left) {
      lines.push([]);
      left = room;
    }
    const at = x + room - left;
    lines.at(-1)?.push(checkbox(paper, name, { x: at, width: nameWidth, size }));
    left -= nameWidth + box.between + box.side + box.gap;
  }
  return stack(lines.map((line) => stack([beside(line), space(2)])));
}

function checkbox(paper: Paper, name: string, { x, width, size }: Required<Omit<Look, "weight">>): Block {
  const text = words(paper, name, { x: x + box.side + box.gap, width, size });
  const draw = (y: number) => {
    paper
      .lineWidth(0.8)
      .rect(x, y + 1.5, box.side, box.side)
      .stroke("#000");
    text.draw(y);
  };
  return { height: text.height, draw };
}

/** Breaks groups of blocks into pages. Splits only groups that don't fit a page. `first` is the first page's room. */
export function onPages<T extends { height: number }>(
  groups: readonly (readonly T[])[],
  { first, others }: { first: number; others: number },
): T[][] {
  let page: T[] = [];
  const pages = [page];
  let left = first;
  const breakFor = (height: number) => {
    if (height <= left || page.length === 0) return;
    page = [];
    pages.push(page);
    left = others;
  };
  for (const group of groups) {
    const whole = group.reduce((sum, { height }) => sum + height, 0);
    if (whole <= others) breakFor(whole);
    for (const block of group) {
      breakFor(block.height);
      page.push(block);
      left -= block.height;
    }
  }
  return pages;
}
