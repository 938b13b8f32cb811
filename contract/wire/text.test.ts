import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { registerBorrower } from "#contract/people/accounts.ts";
import { saveInventory } from "#contract/catalog/catalog.ts";
import { updateOrder } from "#contract/orders/orders.ts";
import { saveNewsItem } from "#contract/site/news.ts";
import { text } from "./text.ts";

const reversed = "Cover \u202Egpj.exe\u202C and \u2066more\u2069";

describe("text on the wire", () => {
  it("loses only the characters that reverse the writing direction", () => {
    expect(z.parse(text(), reversed)).toBe("Cover gpj.exe and more");
    expect(z.parse(text(), "\u202E \u2066")).toBe("");
    for (const unchanged of ["שלום\u200E (1)", "سلام\u061C", "健康 – corazón", "👩\u200D🏫"])
      expect(z.parse(text(), unchanged)).toBe(unchanged);
  });

  it("loses direction overrides in a title, in news, and in a borrower's name", () => {
    const [item, news] = [saveInventory.body, saveNewsItem.body].map((body) => z.parse(body, { title: reversed }));
    expect(item?.title).toBe("Cover gpj.exe and more");
    expect(news?.title).toBe("Cover gpj.exe and more");
    expect(z.parse(registerBorrower.body, { borrowerName: reversed }).borrowerName).toBe("Cover gpj.exe and more");
  });
});

describe("the version sent with a save", () => {
  it("is digits, null, or missing", () => {
    const read = (version: unknown) => z.safeParse(updateOrder.body, { orderId: 1, statusId: 1, version });
    expect(read("12").data?.version).toBe(12);
    expect(read(12).data?.version).toBe(12);
    expect(read(null).data?.version).toBeNull();
    expect(read(undefined).success).toBe(true);
    for (const wrong of ["", "1.5", "x", 1.5, true]) expect(read(wrong).success).toBe(false);
  });
});
