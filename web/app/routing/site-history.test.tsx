import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { guardLeaving, leaveFreely } from "#web/lib/leave-guard.ts";
import { createSiteHistory } from "./site-history.ts";

// The real history of the window that the test runs in; it is put back behind each test.
const start = location.pathname + location.search;
let stop = () => {};
beforeEach(() => history.pushState(null, "", "/admin/orderlist"));
afterEach(() => {
  stop();
  leaveFreely();
  history.replaceState(null, "", start);
});

/** The list, then a form with unsaved work; leaving is answered with `answer`. */
function editing(answer: boolean) {
  const site = createSiteHistory();
  const moves: string[] = [];
  stop = site.listen((move) => moves.push(move.location.pathname));
  site.push("/admin/editorder/7");
  moves.length = 0;
  const asked = vi.fn<() => Promise<boolean>>().mockResolvedValue(answer);
  guardLeaving(asked);
  return { site, moves, asked };
}

describe("who leaves unsaved work", () => {
  it("by a link is asked first, and stays who does not mean it", async () => {
    const { site, moves, asked } = editing(false);
    site.push("/admin/dashboard");
    await expect.poll(() => asked.mock.calls.length).toBe(1);
    expect(moves).toEqual([]);
    expect(location.pathname).toBe("/admin/editorder/7");
  });

  it("by a link goes who means it", async () => {
    const { site, moves } = editing(true);
    site.push("/admin/dashboard");
    await expect.poll(() => moves).toEqual(["/admin/dashboard"]);
  });

  it("by Back asks on the page itself, and announces no other page", async () => {
    const { site, moves, asked } = editing(false);
    site.go(-1);
    await expect.poll(() => asked.mock.calls.length).toBe(1);
    await expect.poll(() => location.pathname).toBe("/admin/editorder/7");
    expect(moves).toEqual([]);
  });

  it("by Back leaves after one confirmation", async () => {
    const { site, moves, asked } = editing(true);
    let mean = (_isMeant: boolean) => {};
    asked.mockReturnValue(new Promise((resolve) => (mean = resolve)));
    site.go(-1);
    await expect.poll(() => asked.mock.calls.length).toBe(1);
    await expect.poll(() => location.pathname).toBe("/admin/editorder/7");
    mean(true);
    await expect.poll(() => moves).toEqual(["/admin/orderlist"]);
    expect(location.pathname).toBe("/admin/orderlist");
    expect(asked).toHaveBeenCalledOnce();
  });

  it("by Back leaves even if the answer comes before Back is undone", async () => {
    const { site, moves, asked } = editing(true);
    site.go(-1);
    await expect.poll(() => moves).toEqual(["/admin/orderlist"]);
    expect(location.pathname).toBe("/admin/orderlist");
    leaveFreely();
    site.go(1);
    await expect.poll(() => moves).toEqual(["/admin/orderlist", "/admin/editorder/7"]);
    expect(asked).toHaveBeenCalledOnce();
  });

  it("is not asked about filters of the page itself", () => {
    const { site, moves, asked } = editing(false);
    site.replace("/admin/editorder/7?tab=copies");
    expect(moves).toEqual(["/admin/editorder/7"]);
    expect(asked).not.toHaveBeenCalled();
  });
});

it("asks nobody who has nothing to lose", async () => {
  const { site, moves, asked } = editing(false);
  leaveFreely();
  site.push("/admin/dashboard");
  expect(moves).toEqual(["/admin/dashboard"]);
  expect(asked).not.toHaveBeenCalled();
});

it("lets a question be taken back only by the page that asked it", () => {
  const takeBack = guardLeaving(async () => true);
  const { site, moves, asked } = editing(true);
  takeBack();
  site.push("/admin/dashboard");
  expect(moves).toEqual([]);
  expect(asked).toHaveBeenCalledOnce();
});
