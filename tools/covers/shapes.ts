/** The inks of a cover: its ground, three that draw, and the color of the lettering. */
export type Inks = { ground: string; deep: string; tint: string; accent: string; paper: string; letters: string };

/** Draws a picture around the middle of a field of 240 by 180. */
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

/** The same shape at several places. */
export const each = (places: readonly (readonly [number, number])[], draw: (x: number, y: number) => string) =>
  places.map(([x, y]) => draw(x, y)).join("");

/** A person from the hips up, standing on (x, y). */
export const person = (x: number, y: number, size: number, body: string, head: string) =>
  moved(x, y, shape("M-34 0 C-34 -44 -20 -62 0 -62 C20 -62 34 -44 34 0 Z", body) + disk(0, -84, 19, head), 0, size);
