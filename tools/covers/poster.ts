import { fit, display, line, plain } from "./lettering.ts";
import { box, disk, type Inks, type Motif, moved, shape } from "./shapes.ts";

export type Poster = { title: string; small: string; inks: Inks; motif: Motif; backdrop: number };

export const width = 300;
const height = 400;
const margin = 24;
const room = width - 2 * margin;

const titleSizes = [[42, 3], [38, 3], [34, 4], [30, 4], [27, 5], [24, 5], [22, 6], [20, 6], [18, 7], [16, 8]] as const; // prettier-ignore

/** Draws a cover as an SVG: the title at the top, a picture below it, and its maker at the foot. */
export function poster({ title, small, inks, motif, backdrop }: Poster): string {
  const { below } = splitTitle(title);
  const head = headingOf(title);
  if (!head) throw new Error(`No cover is large enough for ${title}`);
  const step = head.size * 1.1;
  const top = 22 + head.size;
  const words = head.lines.map((text, at) =>
    line(display, text, { x: margin, y: top + at * step, size: head.size, fill: inks.letters }),
  );
  const under = below === "" ? undefined : fit(plain, below, room, [[11.5, 2], [10.5, 3]]); // prettier-ignore
  const start = top + (head.lines.length - 1) * step + 24;
  const more = (under?.lines ?? []).map((text, at) =>
    line(plain, text, { x: margin, y: start + at * 15, size: under?.size ?? 11, fill: inks.letters }),
  );
  const wordsEnd = start + Math.max(0, (under?.lines.length ?? 0) - 1) * 15 - (under ? 0 : 14);
  const middle = (wordsEnd + 366) / 2 + 4;
  const foot = footOf(small);
  const size = Math.min(1.05, (358 - wordsEnd) / 190);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}">`,
    box(0, 0, width, height, inks.ground),
    backdrops[backdrop % backdrops.length]?.(inks, middle) ?? "",
    moved(width / 2, middle, motif(inks), 0, size),
    box(0, 372, width, 28, inks.letters),
    line(plain, foot.words, { x: margin, y: 390, size: foot.size, fill: inks.ground }),
    ...words,
    ...more,
    "</svg>",
  ].join("");
}

/** Returns the title proper in the largest lines that fit; undefined if even the smallest are too long. */
export const headingOf = (title: string) => fit(display, splitTitle(title).heading, room, titleSizes);

/** Splits a title at its colon. */
function splitTitle(title: string): { heading: string; below: string } {
  const [heading = title, ...rest] = title.split(/(?<=[^:]): |(?<=\.) (?=\p{Lu})/u);
  const below = rest.join(": ");
  if (title.length <= 44 || heading.length < 6) return { heading: title, below: "" };
  return { heading, below: below.slice(0, 1).toUpperCase() + below.slice(1) };
}

/** Returns as much of a name as fits the foot, in whole parts and words. */
function footOf(name: string): { words: string; size: number } {
  const parts = name.split(", ");
  const words = (parts[0] ?? "").split(" ");
  const shorter = [...parts.keys()].map((removed) => parts.slice(0, parts.length - removed).join(", "));
  const shortest = [...words.keys()].map((removed) => words.slice(0, words.length - removed).join(" "));
  for (const candidate of [...shorter, ...shortest]) {
    const text = candidate.replace(/ (?:of|and|the|for|on|&)$/u, "");
    const fitting = fit(plain, text, room, footSizes);
    if (fitting) return { words: text, size: fitting.size };
  }
  return { words: "", size: 8 };
}

const footSizes = [[9.5, 1], [8.6, 1], [8, 1]] as const; // prettier-ignore

/** The backgrounds of the picture; `y` is its middle. */
const backdrops: readonly ((inks: Inks, y: number) => string)[] = [
  ({ tint }, y) => fade(disk(width / 2, y, 118, tint)),
  ({ deep }, y) => fade(shape(`M0 ${y + 40} C80 ${y - 10} 190 ${y + 70} 300 ${y + 10} V372 H0 Z`, deep)),
  ({ tint }, y) => fade(shape(`M24 372 V${y} A126 ${Math.min(126, y - 110)} 0 0 1 276 ${y} V372 Z`, tint)),
  ({ tint }, y) =>
    fade(
      Array.from({ length: 12 }, (_, at) => moved(width / 2, y, shape("M0 0 L-26 -400 H26 Z", tint), at * 30)).join(""),
      0.14,
    ),
  ({ deep }) => fade(shape("M0 372 L300 150 V372 Z", deep)),
];

const fade = (inner: string, by = 0.3) => `<g opacity="${by}">${inner}</g>`;
