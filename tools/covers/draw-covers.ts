/**
 * Draws covers for the demonstration's titles that a visitor sees first, db/seed/covers/: the recent additions, and the
 * beginnings of the list, the videos, and the recordings. The same titles always give the same pictures.
 *
 * node --import ./tools/typescript.mjs tools/covers/draw-covers.ts
 */
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import sharp from "sharp";
import { categories } from "#contract/catalog/codes.ts";
import { chance } from "#db/seed/chance.ts";
import { demonstrationItems, isRecent } from "#db/seed/demonstration-items.ts";
import { coverSize } from "#db/seed/seed-items.ts";
import { projectRoot } from "#server/platform/project-root.ts";
import { motifOf } from "./motif-of.ts";
import { poster, width } from "./poster.ts";
import { inksOf, type Motif } from "./shapes.ts";

const coverCount = 60;
const perFormat = 10;
const folder = path.join(projectRoot, "db/seed/covers");

const all = demonstrationItems().toSorted((one, other) => sortKey(one.title).localeCompare(sortKey(other.title), "en"));
const firstOf = (category: number) => all.filter(({ categoryId }) => categoryId === category).slice(0, perFormat);
const selection = new Set([...all.filter(isRecent), ...firstOf(categories.video), ...firstOf(categories.audio)]);
for (const item of all) if (selection.size < coverCount && item.copies > 0) selection.add(item);

const motifCounts = new Map<Motif, number>();
rmSync(folder, { recursive: true, force: true });
for (const item of selection) {
  const { subjectId, sourceId, referenceNumber, title } = item;
  const motif = motifOf(title, subjectId, chance("motif", sourceId));
  // the same motif gets other inks each time
  const times = motifCounts.get(motif) ?? 0;
  motifCounts.set(motif, times + 1);
  const choices = inksOf[subjectId] ?? [];
  const inks = choices[(times + subjectId) % choices.length];
  if (!inks) throw new Error(`Subject ${subjectId} has no inks.`);
  const svg = poster({
    title,
    small: item.author || item.publisher,
    inks,
    motif,
    backdrop: Math.floor(chance("backdrop", sourceId) * 100),
  });
  const place = path.join(folder, String(subjectId));
  mkdirSync(place, { recursive: true });
  const picture = sharp(Buffer.from(svg), { density: (72 * coverSize.width) / width }).resize(coverSize);
  writeFileSync(path.join(place, `${referenceNumber}.webp`), await picture.webp({ quality: 82, effort: 6 }).toBuffer());
}
console.log(`${selection.size} covers drawn.`);

/** Sorts as the list of titles does. */
function sortKey(title: string): string {
  return title
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .replace(/^[^\p{L}\p{N}]*(?:(?:the|an?)\s+)?/iu, "")
    .toLowerCase();
}
