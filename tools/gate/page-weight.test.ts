import { expect, it } from "vitest";
import { fontsOf, limitOf, scriptsOf, weighPages } from "./page-weight.ts";

const manifest = {
  "index.html": { file: "entry.js", isEntry: true, imports: ["_react.js"], assets: ["serif.woff2"] },
  "_react.js": { file: "react.js" },
  "_form.js": { file: "form.js", imports: ["_react.js"] },
  "pages/user/home-page.tsx": { file: "home.js", imports: ["_react.js"] },
  "pages/user/login-page.tsx": { file: "login.js", imports: ["_form.js", "_react.js"] },
};

it("counts the entry and the page with all that they import, each file once", () => {
  expect(scriptsOf(manifest, "pages/user/login-page.tsx")).toEqual(["entry.js", "react.js", "login.js", "form.js"]);
});

it("weighs each page and names the one that is not in the build", () => {
  const pages = weighPages(manifest, () => 10);
  expect(pages).toContainEqual({ page: "home", weight: 30 });
  expect(pages).toContainEqual({ page: "login", weight: 40 });
  expect(pages).toContainEqual({ page: "register" });
});

it("grants the pages that people come in by less than a form", () => {
  expect(limitOf("inventories")).toBe(86_000);
  expect(limitOf("register")).toBeGreaterThan(limitOf("inventories"));
});

it("finds the fonts", () => {
  expect(fontsOf(manifest)).toEqual(["serif.woff2"]);
});
