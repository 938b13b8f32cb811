import { describe, expect, it } from "vitest";
import { userTypes } from "#contract/catalog/codes.ts";
import { destinationOf, loginAddress, loginPageFor, returnPath, withReturnPath } from "./return-path.ts";

describe("the return path after a login", () => {
  it("survives the address bar, filters included", () => {
    const address = loginAddress("/admin/login", "/admin/orderlist?status=1&page=2");
    expect(returnPath(address.slice(address.indexOf("?")))).toBe("/admin/orderlist?status=1&page=2");
  });

  it.each([
    "//evil.example",
    "/.//evil.example",
    "/user/../..//evil.example",
    "/\\evil.example",
    "https://evil.example",
    "/\t/evil.example",
    "\\\\evil.example",
    "\t//evil.example",
    " https://evil.example",
    "user/home",
    "javascript:alert(1)",
    "",
    "/user/login",
    "/admin/login?next=/x",
  ])("never leads to %j", (next) => {
    expect(returnPath(`?next=${encodeURIComponent(next)}`)).toBeUndefined();
    expect(loginAddress("/user/login", next)).toBe("/user/login");
  });
});

describe("the page after a login", () => {
  const borrower = { userId: 7, userTypeId: userTypes.user };
  const clerk = { userId: 1, userTypeId: userTypes.admin };
  const searchFor = (next: string) => `?next=${encodeURIComponent(next)}`;

  it.each([
    ["/user/vieworder/12?language=es", borrower, "/user/vieworder/12?language=es"],
    ["/user/account/7", borrower, "/user/account/7"],
    ["/user/account/8", borrower, "/user/account/7"], // someone else was logged in before
    ["/user/orderlist/8", borrower, "/user/account/7"],
    ["/admin/orderlist", borrower, "/user/account/7"],
    ["https://evil.example", borrower, "/user/account/7"],
    ["/admin/orderlist?status=1", clerk, "/admin/orderlist?status=1"],
    ["/user/account/7", clerk, "/admin/dashboard"],
  ])("for %s and %o is one the account may see", (next, account, destination) => {
    expect(destinationOf(searchFor(next), account)).toBe(destination);
  });

  it("is the landing page without a return path", () => {
    expect(destinationOf("", borrower)).toBe("/user/account/7");
  });

  it("stays the same through registration and a reset, without other parameters", () => {
    const search = `${searchFor("/user/vieworder/12?a=b")}&token=secret`;
    expect(withReturnPath("/user/register", search)).toBe("/user/register?next=%2Fuser%2Fvieworder%2F12%3Fa%3Db");
    expect(withReturnPath("/user/register", searchFor("//evil.example"))).toBe("/user/register");
  });

  it("decides the login page: the staff login for staff pages, or else the borrowers' login", () => {
    expect(loginPageFor(searchFor("/admin/dashboard"))).toBe("/admin/login?next=%2Fadmin%2Fdashboard");
    expect(loginPageFor(searchFor("/user/cartitems"))).toBe("/user/login?next=%2Fuser%2Fcartitems");
    for (const search of ["", searchFor("//evil.example/admin")]) expect(loginPageFor(search)).toBe("/user/login");
  });
});
