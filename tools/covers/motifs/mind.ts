import { box, disk, each, moved, type Motif, oval, person, shape, stroke } from "../shapes.ts";

/** A head in profile with a sun in it. */
export const head: Motif = ({ deep, tint, accent, paper }) =>
  shape(
    "M-58 88 L-58 46 C-84 24 -88 -18 -66 -48 C-42 -82 14 -88 46 -62 C66 -46 72 -24 72 -8 L86 18 L72 26 C72 48 70 56 52 58 L34 58 L34 88 Z",
    deep,
  ) +
  disk(-6, -18, 40, tint) +
  disk(-6, -18, 24, accent) +
  [0, 45, 90, 135, 180, 225, 270, 315].map((turn) => moved(-6, -18, box(-2, -38, 4, 9, paper, 2), turn)).join("");

/** Two speech bubbles. */
export const talk: Motif = ({ deep, tint, accent, paper }) =>
  shape("M-100 -74 h104 a14 14 0 0 1 14 14 v46 a14 14 0 0 1 -14 14 h-66 l-26 24 v-24 h-12 a14 14 0 0 1 -14 -14 v-46 a14 14 0 0 1 14 -14 Z", tint) +
  shape("M24 -14 h70 a14 14 0 0 1 14 14 v42 a14 14 0 0 1 -14 14 h-6 v24 l-28 -24 h-36 a14 14 0 0 1 -14 -14 v-42 a14 14 0 0 1 14 -14 Z", accent) +
  each([[-76, -37], [-48, -37], [-20, -37]], (x, y) => disk(x, y, 8, deep)) +
  stroke("M30 14 h58 M30 34 h38", paper, 7); // prettier-ignore

/** A family of three. */
export const family: Motif = ({ deep, tint, accent, paper }) =>
  person(-58, 88, 1.45, deep, tint) + person(56, 88, 1.3, accent, paper) + person(2, 88, 0.85, paper, tint);

/** A phone behind a shield. */
export const online: Motif = ({ deep, tint, accent, paper }) =>
  box(-62, -88, 96, 172, deep, 16) +
  box(-52, -70, 76, 130, tint, 4) +
  stroke("M-40 -50 h40 M-40 -34 h52 M-40 -18 h30", deep, 6) +
  shape("M44 -20 L90 -4 V30 C90 62 68 80 44 88 C20 80 -2 62 -2 30 V-4 Z", accent) +
  stroke("M24 34 L40 50 L68 16", paper, 10);

/** A nerve cell among others. */
export const neuron: Motif = ({ deep, tint, accent, paper }) =>
  each(
    [
      [-92, -58],
      [94, 62],
      [88, -62],
      [-88, 66],
    ],
    (x, y) => disk(x, y, 12, accent),
  ) +
  stroke("M0 0 C-40 -20 -60 -40 -84 -54 M0 0 C40 30 60 44 86 58 M0 0 C30 -30 50 -44 80 -56 M0 0 C-30 34 -50 48 -80 60", tint, 9) +
  stroke("M-44 -26 l-6 -34 M46 34 l8 34 M44 -34 l-4 -36 M-40 40 l-30 4", tint, 6) +
  disk(0, 0, 44, deep) +
  disk(0, 0, 22, accent) +
  disk(-7, -7, 7, paper); // prettier-ignore

/** A moon over a pillow. */
export const night: Motif = ({ deep, tint, accent, paper }) =>
  shape("M30 -86 A58 58 0 1 0 76 6 A46 46 0 1 1 30 -86 Z", accent) +
  each([[-86, -60], [-50, -84], [-96, -10], [98, -64]], (x, y) => moved(x, y, shape("M0 -9 L3 -3 L9 0 L3 3 L0 9 L-3 3 L-9 0 L-3 -3 Z", paper))) +
  shape("M-104 46 C-60 30 60 30 104 46 L112 88 H-112 Z", tint) +
  shape("M-84 40 C-84 16 -20 14 -8 40 C0 58 -84 60 -84 40 Z", paper) +
  stroke("M-60 74 H90", deep, 5); // prettier-ignore

/** Notes over a record. */
export const music: Motif = ({ deep, tint, accent, paper }) =>
  disk(-24, 12, 74, deep) +
  disk(-24, 12, 56, tint) +
  disk(-24, 12, 48, deep) +
  disk(-24, 12, 24, accent) +
  disk(-24, 12, 6, paper) +
  oval(58, 46, 17, 13, accent) +
  stroke("M73 44 V-66 L104 -52", accent, 8);

/** A fox below the grapes. */
export const fable: Motif = ({ deep, tint, accent, paper }) =>
  each(
    [
      [44, -64],
      [62, -64],
      [80, -64],
      [53, -48],
      [71, -48],
      [62, -32],
    ],
    (x, y) => disk(x, y, 10, tint),
  ) +
  stroke("M62 -74 V-90 C80 -92 96 -84 104 -72", deep, 6) +
  shape("M-70 88 C-92 40 -66 -6 -22 -2 L6 12 C26 40 26 70 20 88 Z", accent) +
  shape("M20 88 C70 92 104 62 92 20 C84 50 54 60 20 60 Z", accent) +
  shape("M92 20 C96 36 92 46 84 54 L76 40 Z", paper) +
  shape("M-60 -58 L-42 -34 L-10 -38 L8 -64 L14 -24 C14 4 -12 22 -26 22 C-40 22 -64 4 -64 -24 Z", accent) +
  shape(
    "M-64 -24 C-50 -14 -34 0 -26 22 C-40 22 -64 4 -64 -24 Z M14 -24 C0 -14 -18 0 -26 22 C-12 22 14 4 14 -24 Z",
    paper,
  ) +
  disk(-40, -18, 4, deep) +
  disk(-10, -18, 4, deep) +
  disk(-26, 18, 6, deep);
