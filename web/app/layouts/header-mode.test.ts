import { describe, expect, it } from "vitest";
import { headerModeOf } from "./header-mode.ts";

describe("the header's menu", () => {
  it.each([
    ["/admin/login", "none"],
    ["/Admin/Login/", "none"],
    ["/admin", "admin"],
    ["/admin/orderlist", "admin"],
    ["/", "user"],
    ["/home", "user"],
    ["/news/4", "user"],
    ["/user/login", "user"],
    ["/administration", "user"],
  ])("on %s is %s", (pathname, mode) => {
    expect(headerModeOf(pathname)).toBe(mode);
  });

  it("is not fooled by a search text", () => {
    expect(headerModeOf("/user/inventories/administrator")).toBe("user");
    expect(headerModeOf("/user/inventories/admin%2Flogin")).toBe("user");
    expect(headerModeOf("/admin/viewitem/user")).toBe("admin");
  });
});
