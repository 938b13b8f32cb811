import { expect, it } from "vitest";
import { categories } from "#contract/catalog/codes.ts";
import { categoryLook } from "./category-look.tsx";

it.each([
  [categories.book, "2 pages", "", "Leaflet"],
  [categories.book, "1 page", "", "Leaflet"],
  [categories.book, "22 pages", "", "Booklet"],
  [categories.book, "180 pages", "", undefined],
  [categories.book, "2 lessons", "", undefined],
  [categories.book, "12 lessons, 40 pages", "", undefined],
  [categories.book, "", "", undefined],
  [categories.video, "4 minutes", "", undefined],
  [categories.book, "5 lessons", "1 puppet; 24 cards", "Kit"],
  [categories.book, "", "1 poster; 1 DVD @ 24.50", "Kit"],
  [categories.book, "12 lessons, 240 pages", "1 binder; 12 posters", undefined],
  [categories.book, "22 pages", "1 CD", "Booklet"],
  [categories.video, "22 minutes", "1 DVD; 1 discussion guide", undefined],
])("a title of category %i with %s and %s is shown as %s", (categoryId, extent, parts, name) => {
  expect(categoryLook({ categoryId, extent, parts }).name).toBe(name);
});
