import { describe, expect, it } from "vitest";
import { matchPath } from "./router.tsx";

describe("the path", () => {
  it.each([
    ["news", "/news", {}],
    ["news", "/News/", {}],
    ["news/:id", "/news/7", { id: "7" }],
    ["user/inventories/:search?", "/user/inventories", { search: undefined }],
    ["user/inventories/:search?", "/user/inventories/", { search: undefined }],
    ["user/inventories/:search?", "/User/Inventories/50%25%2F%C3%A9", { search: "50%/é" }],
    ["user/inventories/:search?", "/user/inventories/50%", { search: "50%" }],
  ])("%s matches the address %s", (path, pathname, params) => {
    expect(matchPath(path, pathname)).toEqual(params);
  });

  it.each([
    ["news", "/"],
    ["news", "/newsletter"],
    ["news", "/news/7"],
    ["news/:id", "/news"],
    ["news/:id", "/news/7/8"],
    ["user/home", "/user//home"],
    ["user/home", "//user/home"],
  ])("%s does not match the address %s", (path, pathname) => {
    expect(matchPath(path, pathname)).toBeUndefined();
  });
});
