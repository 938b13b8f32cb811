import type { Box } from "#server/platform/pdf/label-paper.rules.ts";

const padding = 4; // points to the edge, for an inexact printer
const gap = 3; // points between code and words

/** The code (with its quiet zone) and the words of a label: side by side, or stacked on a square. */
export function partsOf({ x, y, width, height }: Box): { code: Box; words: Box; isCentred: boolean } {
  const isCentred = width < 1.3 * height;
  const side = isCentred ? height * 0.62 : height - 2 * padding;
  const code = { x: isCentred ? x + (width - side) / 2 : x + padding, y: y + padding, width: side, height: side };
  const words = isCentred
    ? { x: x + 2 * padding, y: y + padding + side, width: width - 4 * padding, height: height - side - 2 * padding }
    : {
        x: code.x + side + gap,
        y: y + 2 * padding,
        width: width - side - gap - 3 * padding,
        height: height - 4 * padding,
      };
  return { code, words, isCentred };
}
