import { describe, expect, it } from "vitest";
import { loginAddress, returnPath } from "./return-path.ts";

describe("the return path after a login", () => {
  it("survives the address bar, with filters", () => {
    const address = loginAddress("/admin/login", "/admin/orderlist?status=1&page=2");
    expect(returnPath(address.slice(address.indexOf("?")))).toBe("/admin/orderlist?status=1&page=2");
  });

  it.each([
    "//evil.example",
    "/\\evil.example",
    "https://evil.example",
    "/\t/evil.example",
    "javascript:alert(1)",
    "",
    "/user/login",
    "/admin/login?next=/x",
  ])("never leads to %j", (next) => {
    expect(returnPath(`?next=${encodeURIComponent(next)}`)).toBeUndefined();
    expect(loginAddress("/user/login", next)).toBe("/user/login");
  });
});
