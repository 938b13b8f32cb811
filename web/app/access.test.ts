import { describe, expect, it } from "vitest";
import { type Guard, type Visitor, decideAccess } from "./access.ts";

const visitors: Record<string, Visitor> = {
  nobody: null,
  user: { userId: 7, userTypeId: 2, role: null },
  volunteer: { userId: 3, userTypeId: 1, role: "volunteer" },
  clerk: { userId: 2, userTypeId: 1, role: "clerk" },
  admin: { userId: 1, userTypeId: 1, role: "manager" },
};

const mustLogin = (to: string) => ({ open: false, to, message: "You must login to proceed" });
const noAccess = (to: string, title: string) => ({
  open: false,
  to,
  title,
  message: "You do not have access to the requested page",
});
const toHome = noAccess("/home", "Redirected to Home Page");
const toDashboard = noAccess("/admin/dashboard", "Redirected to Dashboard");
const open = { open: true };

const table: [guard: Guard, path: string, visitor: string, decision: object][] = [
  ["anyone", "/home", "nobody", open],
  ["anyone", "/user/inventories/admin", "admin", open],
  ["offline", "/admin/inventory-count/offline/7", "nobody", open],
  ["offline", "/admin/inventory-count/offline/7", "volunteer", open],
  ["login page", "/user/login", "nobody", open],
  ["login page", "/user/login", "user", { open: false, to: "/user/account/7" }],
  ["login page", "/user/login", "admin", { open: false, to: "/admin/dashboard" }],
  ["login page", "/admin/login", "user", { open: false, to: "/user/account/7" }],
  ["login page", "/admin/login", "admin", { open: false, to: "/admin/dashboard" }],
  ["user", "/user/account/7", "nobody", mustLogin("/user/login")],
  ["user", "/user/account/7", "user", open],
  ["user", "/user/account/7", "admin", toDashboard],
  ["user", "/user/orderlist/7", "admin", toDashboard],
  ["user or admin", "/user/vieworder/12", "nobody", mustLogin("/user/login")],
  ["user or admin", "/user/vieworder/12", "user", open],
  ["user or admin", "/user/vieworder/12", "admin", open],
  ["admin", "/admin/orderlist", "nobody", mustLogin("/admin/login")],
  ["admin", "/Admin/orderlist", "nobody", mustLogin("/admin/login")],
  ["admin", "/admin/orderlist", "user", toHome],
  ["admin", "/admin/orderlist", "admin", open],
];

describe("the page guard", () => {
  it.each(table)("“%s” decides at %s for the visitor “%s”", (guard, path, visitor, decision) => {
    expect(decideAccess(guard, path, visitors[visitor] ?? null)).toEqual(decision);
  });

  it.each([
    ["volunteer", "volunteer", open],
    ["clerk", "volunteer", toDashboard],
    [undefined, "volunteer", toDashboard],
    [undefined, "clerk", open],
    ["manager", "clerk", toDashboard],
    ["manager", "admin", open],
  ] as const)("decides on a page for the role %s for a %s", (role, visitor, decision) => {
    expect(decideAccess("admin", "/admin/x", visitors[visitor] ?? null, role)).toEqual(decision);
  });
});
