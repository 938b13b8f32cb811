/** The colors of a cover's background, picture, and lettering. */
export type Inks = { ground: string; deep: string; tint: string; accent: string; paper: string; letters: string };

/** Draws a picture of 240 by 180 around its middle. */
export type Motif = (inks: Inks) => string;

export const disk = (x: number, y: number, r: number, fill: string) =>
  `<circle cx="${x}" cy="${y}" r="${r}" fill="${fill}"/>`;

export const oval = (x: number, y: number, rx: number, ry: number, fill: string) =>
  `<ellipse cx="${x}" cy="${y}" rx="${rx}" ry="${ry}" fill="${fill}"/>`;

export const box = (x: number, y: number, width: number, height: number, fill: string, r = 0) =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${r}" fill="${fill}"/>`;

export const shape = (d: string, fill: string) => `<path d="${d}" fill="${fill}"/>`;

export const stroke = (d: string, color: string, width: number) =>
  `<path d="${d}" fill="none" stroke="${color}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"/>`;

export const moved = (x: number, y: number, inner: string, turn = 0, size = 1) =>
  `<g transform="translate(${x} ${y}) rotate(${turn}) scale(${size})">${inner}</g>`;

/** Draws the same shape at several places. */
export const each = (places: readonly (readonly [number, number])[], draw: (x: number, y: number) => string) =>
  places.map(([x, y]) => draw(x, y)).join("");

/** Draws a person from the hips up, standing on (x, y). */
export const person = (x: number, y: number, size: number, body: string, head: string) =>
  moved(x, y, shape("M-34 0 C-34 -44 -20 -62 0 -62 C20 -62 34 -44 34 0 Z", body) + disk(0, -84, 19, head), 0, size);

const dark = (ground: string, deep: string, tint: string, accent: string): Inks => ({
  ground,
  deep,
  tint,
  accent,
  paper: "#fbfaf7",
  letters: "#fbfaf7",
});
const light = (ground: string, deep: string, tint: string, accent: string): Inks => ({
  ground,
  deep,
  tint,
  accent,
  paper: "#ffffff",
  letters: deep,
});

const teal = dark("#0b5d5e", "#06393a", "#9fd0cb", "#f2a93b");
const navy = dark("#1f4369", "#10263e", "#a9c8e6", "#f2a93b");
const plum = dark("#562a66", "#331542", "#d7b3e3", "#f4b860");
const rust = dark("#a64b14", "#5f2706", "#f6cfa8", "#ffdf80");
const forest = dark("#22693a", "#103a1e", "#b5dcab", "#f5b942");
const brick = dark("#9c2a22", "#571310", "#f4bcae", "#ffd37a");
const sand = light("#f4e3c1", "#3b2a1a", "#dcbf8b", "#c8551b");
const sky = light("#cfe6f1", "#123c57", "#8fbfd8", "#e4662e");
const mint = light("#d3ebdd", "#0b4a3c", "#8fcaae", "#d9572b");
const rose = light("#f7d9d3", "#5a1a2b", "#e7a79b", "#b5333f");

/** The inks that a subject's titles use in turn, by subject_id. */
export const inksOf: Readonly<Record<number, readonly Inks[]>> = {
  1: [teal, sand, navy],
  2: [navy, rust, sky],
  3: [forest, sand, rust],
  4: [plum, sky, teal, rose],
  5: [teal, mint, brick, sky],
  6: [forest, sky, rust, mint],
  7: [rust, navy, sand],
  8: [plum, rose, teal],
  9: [brick, sand, navy],
  10: [navy, plum, rose],
  11: [brick, plum, rose],
};
