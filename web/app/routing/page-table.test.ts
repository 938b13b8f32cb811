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
  it.each(rows.map((row) => [row.path, row] as const))("finds %s by its own address", async (path, row) => {
    const match = await find(addressOf(row));
    expect(match?.page.path).toBe(path);
    await match?.page.loadComponent();
    expect(match?.page.component).toBe(await row.page());
  });

  it("opens only public pages without a login, and no staff page for a borrower", () => {
    const borrower = { userId: 7, userTypeId: 2, role: null };
    for (const row of rows) {
      if (row.guard === "offline") continue; // shows only data stored in its browser
      const isPublic = row.guard === "anyone" || row.guard === "login page";
      // an invited colleague has no login yet
      const isStaff = row.path.startsWith("admin/") && row.path !== "admin/login/invitation";
      expect(decideAccess(row.guard, addressOf(row), null).open, row.path).toBe(isPublic);
      if (row.guard !== "login page") expect(decideAccess(row.guard, addressOf(row), borrower).open).toBe(!isStaff);
    }
  });

  it("finds no page if an id is not a number", async () => {
    for (const path of ["/news/abc", "/user/viewitem/0", "/user/account/99999999999", "/admin/orderdetails/x"])
      expect(await find(path), path).toBeUndefined();
    expect((await find("/admin/item/add"))?.params).toEqual({ itemId: "add" });
  });

  it("preloads the data of an address", async () => {
    const client = new QueryClient();
    const countPreloads = (path: string, search = "") => {
      const url = new URL(`https://library.example${path}${search}`);
      return find(path).then((match) => {
        const calls = match?.page.preload?.(client, { params: match.params, url, language: "en" }) ?? [];
        for (const call of calls) call.catch(() => undefined);
        return calls.length;
      });
    };
    expect(await countPreloads("/user/viewitem/7")).toBe(1);
    expect(await countPreloads("/admin/item/7")).toBe(6);
    expect(await countPreloads("/admin/item/add")).toBe(5);
    expect(await countPreloads("/admin/orderlist", "?from=2026-02-02&to=2026-01-01")).toBe(1);
    const keys = client
      .getQueryCache()
      .getAll()
      .map(({ queryKey }) => queryKey);
    expect(keys).toContainEqual(["catalog", "item", "7"]);
    client.clear();
  });

  it("finds the first matching page, with its parameters", () => {
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
