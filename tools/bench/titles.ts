import { readFileSync } from "node:fs";
import path from "node:path";
import { parse } from "csv-parse/sync";
import { projectRoot } from "#server/platform/project-root.ts";

export type BenchTitle = {
  title: string;
  description: string;
  tags: string;
  categoryId: number;
  subjectId: number;
  gradeMask: number;
  copies: number;
};

type Row = Record<string, string>;

const categoryIds: Record<string, number> = { Book: 1, Video: 2, Audio: 3 };

/**
 * Builds titles from the demonstration catalog by a fixed rule: the first half of one title and the second half of
 * another, with the tags of the second and the description of a third.
 */
export function recombinedTitles(count: number): BenchTitle[] {
  const rows: Row[] = parse(readFileSync(path.join(projectRoot, "db/seed/demonstration-catalog.csv")), {
    columns: true,
    bom: true,
  });
  const row = (place: number): Row => rows[place % rows.length] ?? {};
  return Array.from({ length: count }, (_, place) => {
    const first = row(place);
    const second = row(place * 7 + Math.floor(place / rows.length) * 131);
    const third = row(place * 13 + 5);
    const start = (first.title ?? "").split(" ");
    const end = (second.title ?? "").split(" ");
    const title = [...start.slice(0, Math.ceil(start.length / 2)), ...end.slice(Math.floor(end.length / 2))].join(" ");
    return {
      title: title.slice(0, 150).trim() || "Untitled",
      description: third.description || third.publisher || second.publisher || "No description.",
      tags: second.tags ?? "",
      categoryId: categoryIds[first.category ?? ""] ?? 1,
      subjectId: (place % 11) + 1,
      gradeMask: (place % 62) + 1,
      copies: place % 7,
    };
  });
}

/** Builds searches for two words of a title with its category, by a fixed rule. */
export function searchesFor(titles: readonly BenchTitle[], count: number) {
  const searches: { searchString: string; categoryId: string }[] = [];
  for (let place = 0; searches.length < count && place < titles.length * 3; place += 1) {
    const from = titles[(place * 37) % titles.length];
    const words = from?.title.match(/\p{L}{4,}/gu) ?? [];
    const [first, second] = [words[place % Math.max(1, words.length)], words[(place + 1) % Math.max(1, words.length)]];
    if (from && first && second && first !== second)
      searches.push({ searchString: `${second} ${first}`, categoryId: String(from.categoryId) });
  }
  return searches;
}

/** Returns the first two to six letters of words in titles, as typed for suggestions. */
export function beginningsOf(titles: readonly BenchTitle[], count: number): string[] {
  return searchesFor(titles, count).map(({ searchString }, place) => searchString.slice(0, 2 + (place % 5)));
}
