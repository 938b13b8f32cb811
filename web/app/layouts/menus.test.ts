import { describe, expect, it } from "vitest";
import { staffBar, staffGroups } from "./staff/staff-menu.tsx";
import { headerModeOf, isCurrent } from "./menus.tsx";

const labels = (entries: { label: string }[]) => entries.map(({ label }) => label);

describe("the menus", () => {
  it("mark one admin entry as current, by whole segments", () => {
    const current = (path: string) =>
      labels([...staffBar, ...staffGroups.flatMap(({ entries }) => entries)].filter((entry) => isCurrent(entry, path)));
    expect(current("/admin/orderdetails/12")).toEqual(["Orders"]);
    expect(current("/admin/EditOrder/12")).toEqual(["Orders"]);
    expect(current("/admin/dashboard")).toEqual(["Dashboard"]);
    expect(current("/admin/item/add")).toEqual(["Inventory"]);
    expect(current("/admin/viewitem/4")).toEqual(["Inventory"]);
    expect(current("/admin/editnews/0")).toEqual(["News"]);
    expect(current("/admin/borrowers/4")).toEqual(["Borrowers"]);
    expect(current("/admin/returns")).toEqual(["Returns"]);
    expect(current("/admin/claim-letter/3")).toEqual(["Problems"]);
    expect(current("/admin/problems/inspection")).toEqual(["Problems"]);
    expect(current("/admin/inventory-count/3")).toEqual(["Inventory count"]);
    expect(current("/admin/staff/3")).toEqual(["Staff"]);
    expect(current("/admin/orderlists")).toEqual([]);
  });
});

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

  it("ignores words in later path segments", () => {
    expect(headerModeOf("/user/inventories/administrator")).toBe("user");
    expect(headerModeOf("/user/inventories/admin%2Flogin")).toBe("user");
    expect(headerModeOf("/admin/viewitem/user")).toBe("admin");
  });
});
