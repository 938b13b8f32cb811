import { expect, it } from "vitest";
import { screensOfPages } from "#e2e/screens/every-screen.ts";

const pages = [
  { path: "home", guard: "anyone" },
  { path: "user/inventories/:search?", guard: "anyone" },
  { path: "user/reset-password/:token", guard: "anyone" },
  { path: "user/account/:id", guard: "user" },
  { path: "admin/viewitem/:id", guard: "admin" },
];

it("screenshots cover every page, as someone who may open it", () => {
  const screens = screensOfPages(pages, { "user/account/:id": [7], "user/inventories/:search?": ["", "tea"] });
  expect(screens.map(({ who, path }) => `${who}: ${path}`)).toEqual([
    "visitor: /home",
    "visitor: /user/inventories",
    "visitor: /user/inventories/tea",
    "visitor: /user/reset-password/over",
    "borrower: /user/account/7",
    "admin: /admin/viewitem/1",
    "borrower: /user/home",
    "borrower: /user/cartitems",
  ]);
});

it("screenshots reject an example for a page that doesn't exist", () => {
  expect(() => screensOfPages(pages, { "user/orders/:id": [1] })).toThrow("There is no page user/orders/:id");
});
