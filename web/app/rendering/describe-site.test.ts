import { expect, it } from "vitest";
import { describeSite } from "./describe-site.ts";

const { pages, languages } = await describeSite();

it("finds the module of every page in the table, and every page module is in the table", () => {
  const files = Object.keys(import.meta.glob("../../*/**/*-page.tsx"));
  expect(new Set(pages.map(({ source }) => `../../${source}`))).toEqual(new Set(files));
});

it("finds the module of the Spanish texts", () => {
  expect(languages).toEqual({ es: "language/speak-spanish.ts" });
});

it("knows what the server renders, what is in the site map, and what search engines may fetch", () => {
  const factsOf = (wanted: string) => pages.find(({ path }) => path === wanted);
  expect(factsOf("user/viewitem/:id")).toMatchObject({ isRendered: true, isCrawled: true, siteMap: "items" });
  expect(factsOf("notfound")).toMatchObject({ isRendered: true, siteMap: undefined });
  expect(factsOf("user/register")).toMatchObject({ isRendered: false, isCrawled: true });
  expect(
    pages.filter(({ guard }) => guard !== "anyone" && guard !== "login page").filter((page) => page.isCrawled),
  ).toEqual([]);
});
