import { categories } from "#contract/codes.ts";

const highest = 99_999;

/** The first letter of generated SKUs for a category. */
export function letterOf(categoryId: number | null): "B" | "V" | "A" {
  return categoryId === categories.video ? "V" : categoryId === categories.audio ? "A" : "B";
}

/** The lowest available numbers as SKUs of the letter and five digits: B00001, B00002; fewer when they run out. */
export function freeSkus(letter: string, taken: Iterable<number>, count: number): string[] {
  const isTaken = new Uint8Array(highest + 1);
  for (const number of taken) isTaken[number] = 1;
  const free: string[] = [];
  for (let number = 1; number <= highest && free.length < count; number += 1) {
    if (isTaken[number] === 0) free.push(`${letter}${String(number).padStart(5, "0")}`);
  }
  return free;
}
