import { expect, it } from "vitest";
import { describeSite } from "./describe-site.ts";

const { pages, languages } = await describeSite();

it("the site's description has the module of every page in the table, and vice versa", () => {
  const files = Object.keys(import.meta.glob("../../*/**/*-page.tsx"));
  expect(new Set(pages.map(({ source }) => `../../${source}`))).toEqual(new Set(files));
});

it("the site's description has the module of the Spanish texts", () => {
  expect(languages).toEqual({ es: "language/speak-spanish.ts" });
});

it("the site's description tells which pages are rendered, mapped, and crawled", () => {
  const factsOf = (address: string) => pages.find(({ path }) => path === address);
  expect(factsOf("user/viewitem/:id")).toMatchObject({ isRendered: true, isCrawled: true, siteMap: "items" });
  expect(factsOf("notfound")).toMatchObject({ isRendered: true, siteMap: undefined });
  expect(factsOf("user/register")).toMatchObject({ isRendered: false, isCrawled: true });
  expect(
    pages.filter(({ guard }) => guard !== "anyone" && guard !== "login page").filter((page) => page.isCrawled),
  ).toEqual([]);
});
