import { expect, it } from "vitest";
import { fontsOf, scriptsOf, weighPages } from "./page-weight.ts";

const manifest = {
  "index.html": { file: "entry.js", isEntry: true, imports: ["_react.js"], assets: ["serif.woff2"] },
  "_react.js": { file: "react.js" },
  "_form.js": { file: "form.js", imports: ["_react.js"] },
  "home-page.tsx": { file: "home.js", imports: ["_react.js"] },
  "login-page.tsx": { file: "login.js", imports: ["_form.js", "_react.js"] },
};
const page = (source: string, guard = "anyone") => {
  return { path: source, guard, source, isRendered: false, isCrawled: false, hasSecret: false };
};

it("page weight counts the entry and the page with all their imports, each file once", () => {
  expect(scriptsOf(manifest, "login-page.tsx")).toEqual(["entry.js", "react.js", "login.js", "form.js"]);
});

it("page weight covers each page before a login, and names one that isn't in the build", () => {
  const [home, login] = [page("home-page.tsx"), page("login-page.tsx", "login page")];
  const missing = page("register-page.tsx");
  const pages = [home, login, missing, page("dashboard-page.tsx", "admin")];
  expect(weighPages(pages, manifest, () => 10)).toEqual([
    { page: home, weight: 30 },
    { page: login, weight: 40 },
    { page: missing },
  ]);
});

it("page weight includes the fonts of the build", () => {
  expect(fontsOf(manifest)).toEqual(["serif.woff2"]);
});
