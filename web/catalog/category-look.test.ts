import { expect, it } from "vitest";
import { categories } from "#contract/catalog/codes.ts";
import { categoryLook } from "./category-look.tsx";

it.each([
  [categories.book, "2 pages", "Leaflet"],
  [categories.book, "1 page", "Leaflet"],
  [categories.book, "22 pages", "Booklet"],
  [categories.book, "180 pages", undefined],
  [categories.book, "2 lessons", undefined],
  [categories.book, "12 lessons, 40 pages", undefined],
  [categories.book, "", undefined],
  [categories.video, "4 minutes", undefined],
])("a title of category %i with %s is shown as %s", (category, extent, name) => {
  expect(categoryLook(category, extent).name).toBe(name);
});
