import type { Paper } from "pdfkit";
import { countLines, drawWords, lineHeight, wordsWidth } from "#server/platform/pdf/draw-words.ts";
import type { Weight } from "#server/platform/pdf/pdf-fonts.ts";

/** Something that is drawn at a height of the page, in points, once it is known where. */
export type Block = { height: number; draw: (y: number) => void };

export type Column = { x: number; width: number };

type Look = Column & { size?: number; weight?: Weight };

/** A text in as many lines as it takes; its own line breaks stay. */
export function words(paper: Paper, text: string, { x, width, size = 10, weight = "regular" }: Look): Block {
  const parts = text.split("\n").filter((part) => part.trim() !== "");
  return stack(
    parts.map((part) => {
      const height = countLines(paper, part, { width, size, weight }) * size * lineHeight;
      const draw = (y: number) => {
        paper.fillColor("#000");
        drawWords(paper, part, { box: { x, y, width, height }, weight, size, isCentred: false });
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

export function toTick(paper: Paper, names: readonly string[], { x, width, size = 9.5 }: Look): Block {
  const room = width - box.side - box.gap;
  const lines: Block[][] = [];
  let left = 0;
  for (const name of names) {
    const taken = Math.min(room, wordsWidth(paper, name, { weight: "regular", size }) + 1);
    if (lines.length === 0 || taken > left) {
      lines.push([]);
      left = room;
    }
    const at = x + room - left;
    lines.at(-1)?.push(ticked(paper, name, { x: at, width: taken, size }));
    left -= taken + box.between + box.side + box.gap;
  }
  return stack(lines.map((line) => stack([beside(line), space(2)])));
}

function ticked(paper: Paper, name: string, { x, width, size }: Required<Omit<Look, "weight">>): Block {
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

/**
 * Fills pages with groups of things of some height: a group stays together where a page has the room, and what is in it
 * always does. `first` is the room of the first page, `others` that of those that follow.
 */
export function onPages<Thing extends { height: number }>(
  groups: readonly (readonly Thing[])[],
  { first, others }: { first: number; others: number },
): Thing[][] {
  let page: Thing[] = [];
  const pages = [page];
  let left = first;
  const turnFor = (height: number) => {
    if (height <= left || page.length === 0) return;
    page = [];
    pages.push(page);
    left = others;
  };
  for (const group of groups) {
    const whole = group.reduce((sum, { height }) => sum + height, 0);
    if (whole <= others) turnFor(whole);
    for (const thing of group) {
      turnFor(thing.height);
      page.push(thing);
      left -= thing.height;
    }
  }
  return pages;
}
