import { QueryClient } from "@tanstack/react-query";
import { describe, expect, it } from "vitest";
import { decideAccess } from "#web/app/access.ts";
import { allPages } from "#web/app/rendering/describe-site.ts";
import { findAmong, type PageRow } from "./page-table.ts";
import { findPublicPage, loadPrivatePages } from "./routes.tsx";

const rows = await allPages();
const find = async (pathname: string) => findPublicPage(pathname) ?? (await loadPrivatePages(pathname))(pathname);
const addressOf = ({ path }: PageRow) => `/${path.replaceAll(/:\w+\??/g, "7")}`;

describe("the page table", () => {
  it.each(rows.map((row) => [row.path, row] as const))("leads to %s by its own address", async (path, row) => {
    const found = await find(addressOf(row));
    expect(found?.page.path).toBe(path);
    await found?.page.loadComponent();
    expect(found?.page.component).toBe(await row.page());
  });

  it("lets nobody without a login open more than the pages before it, and a borrower no page of the staff", () => {
    const borrower = { userId: 7, userTypeId: 2, role: null };
    for (const row of rows) {
      if (row.guard === "offline") continue; // shows what its own browser keeps
      const isPublic = row.guard === "anyone" || row.guard === "login page";
      // a colleague who was invited has no login yet
      const isStaff = row.path.startsWith("admin/") && row.path !== "admin/login/invitation/:token";
      expect(decideAccess(row.guard, addressOf(row), null).open, row.path).toBe(isPublic);
      if (row.guard !== "login page") expect(decideAccess(row.guard, addressOf(row), borrower).open).toBe(!isStaff);
    }
  });

  it("has no page where an id is no number", async () => {
    for (const path of ["/news/abc", "/user/viewitem/0", "/user/account/99999999999", "/admin/orderdetails/x"])
      expect(await find(path), path).toBeUndefined();
    expect((await find("/admin/item/add"))?.params).toEqual({ itemId: "add" });
  });

  it("preloads what the address asks for", async () => {
    const client = new QueryClient();
    const asked = (path: string, search = "") => {
      const url = new URL(`https://library.example${path}${search}`);
      return find(path).then((found) => {
        const calls = found?.page.preload?.(client, { params: found.params, url, language: "en" }) ?? [];
        for (const call of calls) call.catch(() => undefined);
        return calls.length;
      });
    };
    expect(await asked("/user/viewitem/7")).toBe(1);
    expect(await asked("/admin/item/7")).toBe(5);
    expect(await asked("/admin/item/add")).toBe(4);
    expect(await asked("/admin/orderlist", "?from=2026-02-02&to=2026-01-01")).toBe(1);
    const keys = client
      .getQueryCache()
      .getAll()
      .map(({ queryKey }) => queryKey);
    expect(keys).toContainEqual(["catalog", "item", "7"]);
    client.clear();
  });

  it("finds the first page that fits, with its parameters", () => {
    const page = async () => () => null;
    const findHere = findAmong([
      { path: "a/:id", guard: "anyone", page },
      { path: "a/:name", guard: "user", page },
    ]);
    expect(findHere("/a/5")).toMatchObject({ page: { guard: "anyone" }, params: { id: "5" } });
    expect(findHere("/A/b/")).toMatchObject({ page: { guard: "user" }, params: { name: "b" } });
    expect(findHere("/a")).toBeUndefined();
  });
});
