import { box, disk, each, moved, type Motif, oval, shape, stroke } from "../shapes.ts";

const heartOf = (fill: string) =>
  shape("M0 70 C-78 18 -92 -12 -84 -42 C-74 -78 -22 -84 0 -42 C22 -84 74 -78 84 -42 C92 -12 78 18 0 70 Z", fill);

/** A heart with its beat. */
export const heart: Motif = ({ deep, accent, paper }) =>
  moved(4, 6, heartOf(deep)) + heartOf(accent) + stroke("M-112 2 H-44 L-26 -34 L-2 36 L16 2 H112", paper, 8);

/** Lungs, as branches. */
export const lungs: Motif = ({ deep, tint, accent, paper }) =>
  shape("M-12 -30 C-40 -84 -92 -30 -96 40 C-98 84 -60 82 -12 62 Z", accent) +
  shape("M12 -30 C40 -84 92 -30 96 40 C98 84 60 82 12 62 Z", tint) +
  stroke("M0 -90 V-20 C0 -4 -20 6 -34 14 M0 -20 C0 -4 20 6 34 14", deep, 12) +
  stroke("M-34 14 l-22 -14 M-34 14 l-20 28 M34 14 l22 -14 M34 14 l20 28", deep, 6) +
  disk(0, -90, 8, paper);

/** A germ behind a shield. */
export const germ: Motif = ({ deep, tint, accent, paper }) =>
  moved(
    -24,
    -8,
    [0, 40, 80, 120, 160, 200, 240, 280, 320]
      .map((turn) => moved(0, 0, box(-4, -82, 8, 30, tint, 4) + disk(0, -80, 9, tint), turn))
      .join("") +
      disk(0, 0, 56, tint) +
      disk(-18, -14, 12, deep) +
      disk(16, -22, 8, deep) +
      disk(10, 20, 14, deep),
  ) +
  shape("M58 -30 L104 -12 V24 C104 58 82 78 58 86 C34 78 12 58 12 24 V-12 Z", accent) +
  stroke("M36 26 L54 44 L82 8", paper, 10);

/** A bottle and a glass, crossed out. */
export const glass: Motif = ({ deep, tint, accent, paper }) =>
  shape("M-66 88 V-10 C-66 -30 -50 -34 -50 -54 V-86 H-22 V-54 C-22 -34 -6 -30 -6 -10 V88 Z", deep) +
  box(-66, 12, 60, 44, tint) +
  shape("M16 -24 H88 C88 22 74 38 58 42 V78 H76 V88 H28 V78 H46 V42 C30 38 16 22 16 -24 Z", paper) +
  shape("M22 -4 H82 C80 18 70 28 52 28 C34 28 24 18 22 -4 Z", accent) +
  stroke("M-104 66 L104 -66", accent, 10);

/** A cloud of vapor, crossed out. */
export const vapor: Motif = ({ deep, tint, accent, paper }) =>
  each([[-30, -34], [6, -52], [44, -38], [64, -10], [20, -14], [-14, -8]], (x, y) => disk(x, y, 34, tint)) +
  each([[-66, 6], [-84, 34]], (x, y) => disk(x, y, 12, tint)) +
  moved(-24, 62, box(-84, -13, 150, 26, deep, 13) + box(66, -9, 34, 18, paper, 6) + disk(-56, 0, 6, accent), -8) +
  stroke("M-92 -72 L92 84", accent, 12); // prettier-ignore

/** A crib mobile over a cradle. */
export const cradle: Motif = ({ deep, tint, accent, paper }) =>
  stroke("M-70 -86 H50 M-50 -86 V-54 M-10 -86 V-40 M30 -86 V-54", deep, 5) +
  disk(-50, -44, 12, accent) +
  moved(-10, -26, shape("M0 -14 L4 -4 L15 -4 L6 3 L9 14 L0 7 L-9 14 L-6 3 L-15 -4 L-4 -4 Z", paper)) +
  disk(30, -44, 12, tint) +
  shape("M-92 14 H92 C92 58 60 74 0 74 C-60 74 -92 58 -92 14 Z", accent) +
  shape("M92 14 C92 -24 66 -40 34 -40 L34 14 Z", deep) +
  disk(-48, 4, 20, paper) +
  stroke("M-84 88 C-40 70 40 70 84 88", deep, 8);

/** A flask and a leaf, for the environment. */
export const flask: Motif = ({ deep, tint, accent, paper }) =>
  shape("M-40 -86 H-4 V-78 H-10 V-30 L34 62 C42 78 34 88 18 88 H-62 C-78 88 -86 78 -78 62 L-34 -30 V-78 H-40 Z", paper) +
  shape("M-52 8 H8 L34 62 C42 78 34 88 18 88 H-62 C-78 88 -86 78 -78 62 Z", accent) +
  each([[-40, 40], [-16, 62], [-50, 68]], (x, y) => disk(x, y, 7, paper)) +
  shape("M48 60 C36 4 62 -44 106 -58 C114 -4 92 44 48 60 Z", tint) +
  stroke("M46 84 C50 40 64 8 90 -30", deep, 6); // prettier-ignore

/** A hand under a faucet. */
export const wash: Motif = ({ deep, tint, accent, paper }) =>
  shape("M-100 -84 H-10 C16 -84 26 -66 26 -44 V-32 H-4 V-44 C-4 -54 -8 -56 -18 -56 H-100 Z", deep) +
  each([[10, -14], [10, 8], [10, 30]], (x, y) => oval(x, y, 6, 10, tint)) +
  shape("M-96 66 C-60 30 -10 40 30 44 C60 46 60 62 34 62 C80 50 100 52 100 62 C100 76 40 90 -20 88 H-96 Z", accent) +
  each([[66, 10], [88, -10], [60, -22], [-40, 10]], (x, y) => disk(x, y, 11, paper)); // prettier-ignore
