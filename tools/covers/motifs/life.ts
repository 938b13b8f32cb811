import { box, disk, each, moved, type Motif, oval, person, shape, stroke } from "../shapes.ts";

/** An apple on a plate. */
export const apple: Motif = ({ deep, tint, accent, paper }) =>
  oval(0, 66, 108, 24, paper) +
  oval(0, 62, 82, 15, tint) +
  shape("M0 -34 C-30 -58 -74 -38 -70 12 C-66 52 -34 72 0 60 C34 72 66 52 70 12 C74 -38 30 -58 0 -34 Z", accent) +
  stroke("M0 -34 C0 -56 8 -70 22 -80", deep, 7) +
  shape("M16 -52 C26 -84 62 -86 78 -74 C66 -48 38 -44 16 -52 Z", deep) +
  stroke("M-46 2 C-46 -14 -38 -22 -28 -26", paper, 6);

/** Carrots in a garden bed. */
export const garden: Motif = ({ deep, tint, accent, paper }) =>
  box(-112, 6, 224, 82, deep, 10) +
  each([[-70, 8], [0, 8], [70, 8]], (x, y) =>
    moved(x, y, stroke("M0 0 C-4 -30 -20 -44 -28 -60 M0 0 V-76 M0 0 C4 -30 20 -44 28 -60", tint, 9) + shape("M-20 0 C-20 -12 20 -12 20 0 C20 30 8 56 0 70 C-8 56 -20 30 -20 0 Z", accent) + stroke("M-10 14 h12 M-2 30 h10", paper, 3))); // prettier-ignore

/** A steaming pot. */
export const pot: Motif = ({ deep, tint, accent, paper }) =>
  stroke("M-36 -84 C-52 -66 -22 -58 -36 -38 M4 -84 C-12 -66 18 -58 4 -38 M44 -84 C28 -66 58 -58 44 -38", tint, 7) +
  box(-80, -8, 160, 92, accent, 16) +
  box(-92, -24, 184, 20, deep, 10) +
  disk(0, -30, 9, paper) +
  stroke("M-80 18 H-104 V38 H-80 M80 18 H104 V38 H80", deep, 9) +
  stroke("M-52 46 H-10", paper, 7);

export const bicycle: Motif = ({ deep, tint, accent, paper }) =>
  each([[-62, 40], [62, 40]], (x, y) => `<circle cx="${x}" cy="${y}" r="42" fill="none" stroke="${deep}" stroke-width="9"/>` + disk(x, y, 7, tint)) +
  stroke("M-62 40 L-26 -24 H40 L4 40 Z M-26 -24 L4 40 M62 40 L40 -24 L34 -52 H56", accent, 9) +
  stroke("M-38 -40 H-10", paper, 10) +
  disk(4, 40, 11, paper); // prettier-ignore

/** A racket and a ball. */
export const racket: Motif = ({ deep, tint, accent, paper }) =>
  moved(
    -14,
    -8,
    oval(0, -24, 48, 60, deep) +
      oval(0, -24, 37, 49, tint) +
      stroke("M-30 -46 H30 M-36 -24 H36 M-30 -2 H30 M-16 -68 V20 M0 -72 V24 M16 -68 V20", deep, 3) +
      box(-8, 34, 16, 66, accent, 8),
    28,
  ) +
  disk(74, 48, 26, accent) +
  stroke("M58 30 C70 38 72 58 62 70", paper, 4);

/** A ball before a goal. */
export const goal: Motif = ({ deep, tint, accent, paper }) =>
  stroke("M-96 70 V-70 H96 V70", paper, 10) +
  stroke("M-64 -64 V66 M-32 -64 V66 M0 -64 V66 M32 -64 V66 M64 -64 V66 M-90 -34 H90 M-90 0 H90 M-90 34 H90", tint, 2) +
  box(-112, 68, 224, 20, deep, 6) +
  disk(24, 40, 40, accent) +
  shape("M24 24 L40 36 L34 54 H14 L8 36 Z", deep) +
  stroke("M24 24 V4 M40 36 L60 30 M34 54 L46 72 M14 54 L2 72 M8 36 L-12 30", deep, 4);

/** A bat, a ball, and a diamond. */
export const baseball: Motif = ({ deep, tint, accent, paper }) =>
  shape("M0 -70 L108 20 L0 88 L-108 20 Z", deep) +
  shape("M0 -38 L66 20 L0 66 L-66 20 Z", tint) +
  moved(-20, 0, shape("M-8 76 L-14 -60 C-14 -92 14 -92 14 -60 L8 76 Z", accent), 38) +
  disk(58, -34, 30, paper) +
  stroke("M42 -54 C54 -44 54 -22 42 -14 M74 -54 C62 -44 62 -22 74 -14", accent, 4);

/** A tent, a fire, and mountains. */
export const camp: Motif = ({ deep, tint, accent, paper }) =>
  shape("M-116 66 L-56 -50 L-14 24 L24 -72 L116 66 Z", tint) +
  shape("M-74 -16 L-56 -50 L-40 -22 L-56 -30 Z M4 -24 L24 -72 L54 -28 L26 -42 Z", paper) +
  shape("M-98 80 L-44 -4 L10 80 Z", deep) +
  shape("M-58 80 L-44 26 L-30 80 Z", accent) +
  shape("M62 80 C36 62 48 40 58 26 C60 40 70 36 70 22 C92 40 94 66 76 80 Z", accent) +
  shape("M66 80 C56 70 62 58 68 52 C76 62 80 70 74 80 Z", paper) +
  stroke("M40 82 L98 82", deep, 8);

export const school: Motif = ({ deep, tint, accent, paper }) =>
  box(-106, -14, 212, 100, tint) +
  shape("M-46 -14 L0 -60 L46 -14 V86 H-46 Z", deep) +
  stroke("M0 -60 V-90", deep, 5) +
  shape("M2 -90 L36 -80 L2 -70 Z", accent) +
  disk(0, -18, 14, paper) +
  stroke("M0 -26 V-18 L6 -14", deep, 3) +
  box(-16, 34, 32, 52, accent, 16) +
  each([[-92, 8], [-70, 8], [58, 8], [80, 8], [-92, 46], [-70, 46], [58, 46], [80, 46]], (x, y) => box(x, y, 14, 24, paper, 2)); // prettier-ignore

/** A house in an earthquake. */
export const house: Motif = ({ deep, tint, accent, paper }) =>
  shape("M-84 -8 L0 -78 L84 -8 V66 H-84 Z", tint) +
  stroke("M-100 6 L0 -80 L100 6", deep, 14) +
  box(-56, 12, 34, 30, paper, 3) +
  box(14, 8, 38, 58, accent, 3) +
  stroke("M-112 80 L-78 70 L-56 88 L-26 70 L0 88 L28 70 L54 88 L80 70 L112 82", deep, 8);

export const helmet: Motif = ({ deep, tint, accent, paper }) =>
  shape("M-92 28 C-96 -50 -40 -84 8 -82 C66 -80 98 -36 94 16 L94 30 H20 L-4 60 H-58 C-80 60 -90 48 -92 28 Z", accent) +
  stroke("M-30 -74 C-60 -50 -66 -10 -60 28 M12 -80 C-16 -56 -24 -12 -20 28", paper, 8) +
  stroke("M20 32 L92 52 M16 50 L88 78 M92 24 V78", deep, 8) +
  disk(-14, 30, 9, deep) +
  disk(68, -84, 9, tint) +
  disk(98, -62, 6, tint);

/** A checklist. */
export const list: Motif = ({ deep, tint, accent, paper }) =>
  moved(
    0,
    0,
    box(-70, -82, 140, 170, deep, 10) +
      box(-58, -68, 116, 146, paper, 4) +
      box(-30, -90, 60, 24, accent, 8) +
      each([[-42, -34], [-42, 4], [-42, 42]], (x, y) => stroke(`M${x} ${y} l8 9 l14 -18`, accent, 6) + stroke(`M${x + 40} ${y} h44`, tint, 7)),
    -5,
  ); // prettier-ignore

/** Children under a kite. */
export const kids: Motif = ({ deep, tint, accent, paper }) =>
  shape("M58 -88 L92 -52 L58 -8 L26 -52 Z", accent) +
  stroke("M58 -88 V-8 M26 -52 H92", paper, 3) +
  stroke("M58 -8 C50 20 20 10 10 30", tint, 4) +
  person(-62, 88, 0.95, deep, tint) +
  person(4, 88, 0.8, accent, paper) +
  person(66, 88, 0.9, tint, deep);

/** A sun over hills. */
export const sunrise: Motif = ({ deep, tint, accent, paper }) =>
  disk(0, 10, 52, accent) +
  [-75, -50, -25, 0, 25, 50, 75].map((turn) => moved(0, 10, box(-4, -88, 8, 22, accent, 4), turn)).join("") +
  shape("M-120 60 C-70 14 -20 20 20 48 C56 22 96 26 120 46 V90 H-120 Z", tint) +
  shape("M-120 76 C-60 44 0 52 50 74 C80 62 104 62 120 68 V90 H-120 Z", deep) +
  stroke("M-90 -52 C-84 -60 -76 -60 -70 -52 C-64 -60 -56 -60 -50 -52", paper, 4);

/** A drop over waves. */
export const water: Motif = ({ deep, tint, accent, paper }) =>
  shape("M0 -88 C40 -36 58 -8 58 22 C58 56 32 78 0 78 C-32 78 -58 56 -58 22 C-58 -8 -40 -36 0 -88 Z", tint) +
  stroke("M-30 22 C-30 44 -18 54 -4 58", paper, 8) +
  stroke("M-112 66 C-90 52 -72 80 -48 66 C-24 52 -8 80 16 66 C40 52 56 80 80 66 C92 58 104 62 112 66", deep, 8) +
  disk(86, -40, 16, accent) +
  disk(-90, -20, 9, accent);

export const books: Motif = ({ deep, tint, accent, paper }) =>
  box(-88, 44, 176, 36, deep, 5) +
  box(-72, 6, 156, 36, accent, 5) +
  box(-84, -32, 150, 36, tint, 5) +
  box(-66, 54, 40, 8, tint, 3) +
  box(-52, 18, 40, 8, paper, 3) +
  box(10, -20, 40, 8, deep, 3) +
  shape(
    "M0 -36 C-22 -58 -56 -56 -66 -50 V-82 C-50 -90 -18 -86 0 -68 C18 -86 50 -90 66 -82 V-50 C56 -56 22 -58 0 -36 Z",
    paper,
  ) +
  stroke("M0 -68 V-36", deep, 4);

/** A football between goalposts. */
export const gridiron: Motif = ({ deep, tint, accent, paper }) =>
  stroke("M-84 -86 V-10 H84 V-86 M0 -10 V88", tint, 9) +
  stroke("M-112 84 H112", deep, 9) +
  moved(
    22,
    34,
    shape("M-70 0 C-40 -48 40 -48 70 0 C40 48 -40 48 -70 0 Z", accent) +
      stroke("M-26 0 H26 M-16 -9 V9 M0 -9 V9 M16 -9 V9", paper, 5) +
      stroke("M-46 -22 C-38 -8 -38 8 -46 22 M46 -22 C38 -8 38 8 46 22", deep, 5),
    -24,
  );

/** A laurel wreath around a torch. */
export const laurel: Motif = ({ deep, tint, accent, paper }) =>
  [-150, -125, -100, -75, -50, -25, 25, 50, 75, 100, 125, 150]
    .map((turn) =>
      moved(
        0,
        4,
        moved(0, 78, shape("M0 -16 C14 -10 14 10 0 16 C-14 10 -14 -10 0 -16 Z", tint), turn < 0 ? 52 : -52, 1.25),
        turn,
      ),
    )
    .join("") +
  shape("M-16 -2 H16 L8 78 H-8 Z", deep) +
  box(-24, -12, 48, 16, paper, 5) +
  shape("M0 -84 C26 -56 30 -34 16 -14 H-16 C-32 -36 -10 -46 0 -84 Z", accent);
