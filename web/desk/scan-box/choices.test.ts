import { describe, expect, it } from "vitest";
import type { FoundCopy, FoundOrder, Matches } from "#contract/desk/search.ts";
import { choicesFor, hrefOfPackage, searchesFor } from "./choices.ts";

const nothing: Matches = { copies: [], orders: [], titles: [], people: [] };
const order = { orderId: 48, statusId: 3, borrowerName: "Dolores Huerta", schoolName: "Bayside Middle" };
const copy: FoundCopy = {
  inventoryItemId: 7,
  inventoryId: 3,
  skuNumber: "B1",
  copyNumber: 2,
  title: "Anatomy kit",
  language: "",
  isInactive: false,
  inactiveReason: null,
  labelIsOld: false,
  labelIsForeign: false,
  order: null,
  neededBy: null,
  lostFrom: null,
  heldFor: null,
};
const match: FoundOrder = { ...order, statusName: "Shipped", returnDate: null, copiesOut: 2, isSentBack: false };
const choices = (matches: Partial<Matches>, text?: string) =>
  choicesFor({ ...nothing, ...matches }, text).map(({ label, act }) => [label, act.do === "open" ? act.to : act.do]);

describe("the choices of the scan box", () => {
  it("begin with checking in a copy that is on loan", () => {
    expect(choices({ copies: [{ ...copy, order }] })).toEqual([
      ["Check in", "check in"],
      ["Show #B1 copy 2", "/admin/viewitem/3?copy=7"],
    ]);
  });

  it("begin with opening the order that a copy is packed for", () => {
    expect(choices({ copies: [{ ...copy, order: { ...order, statusId: 2 } }] })[0]).toEqual([
      "Open order #48",
      "/admin/orderdetails/48",
    ]);
  });

  it("begin with checking out a scanned copy to the order that needs it, then show both", () => {
    const neededCopy = { ...copy, labelIsOld: true, neededBy: { orderId: 50, orderItemId: 5, schoolName: "Oak" } };
    expect(choices({ copies: [neededCopy] })).toEqual([
      ["Check out to order #50", "check out"],
      ["Show #B1 copy 2", "/admin/viewitem/3?copy=7&label=old"],
      ["Open order #50", "/admin/orderdetails/50"],
    ]);
  });

  it("show a typed copy before its check-out, and treat a number as an order number first", () => {
    const waiting = { ...copy, neededBy: { orderId: 50, orderItemId: 5, schoolName: "Oak" } };
    const labels = (text: string) => choices({ copies: [waiting], orders: [match] }, text).map(([label]) => label);
    expect(labels("B1 copy 2").slice(0, 2)).toEqual(["Show #B1 copy 2", "Check out to order #50"]);
    for (const typed of ["48", "#48"])
      expect(labels(typed).slice(0, 2), typed).toEqual(["Open order #48", "Show #B1 copy 2"]);
  });

  it("begin with checking in a lost copy, which closes its claim", () => {
    const lostCopy = { ...copy, isInactive: true, inactiveReason: "lost" };
    expect(choices({ copies: [{ ...lostCopy, lostFrom: order }] })).toEqual([
      ["Check in (it was lost)", "check in"],
      ["Show #B1 copy 2", "/admin/viewitem/3?copy=7"],
    ]);
    // lost from no order, so there is no claim
    expect(choices({ copies: [lostCopy] })).toEqual([["Show #B1 copy 2", "/admin/viewitem/3?copy=7"]]);
  });

  it("begin with showing a copy whose label has a SKU that it never had", () => {
    const foreignCopy = { ...copy, labelIsOld: true, labelIsForeign: true, order };
    expect(choices({ copies: [foreignCopy] })).toEqual([
      ["Show #B1 copy 2", "/admin/viewitem/3?copy=7&label=old"],
      ["Check in", "check in"],
    ]);
    const [first] = choicesFor({ ...nothing, copies: [foreignCopy] });
    expect(first?.detail).toContain("Does it belong to another library?");
  });

  it("name the borrower a copy is on hold for", () => {
    const heldCopy = { ...copy, heldFor: { borrowerName: "Ann", schoolName: "Oak" } };
    expect(choicesFor({ ...nothing, copies: [heldCopy] }).map(({ label, detail }) => [label, detail])).toEqual([
      ["Show #B1 copy 2", "Anatomy kit, on hold for Ann, Oak"],
      ["Open the hold shelf", "#B1 copy 2, Anatomy kit, for Ann, Oak"],
    ]);
  });

  it("begin with checking in a package after a scan of its return tracking number", () => {
    expect(choices({ orders: [{ ...match, isSentBack: true }] }, "9405")).toEqual([
      ["Check in the package of order #48", "/admin/returns?order=48"],
      ["Open order #48", "/admin/orderdetails/48"],
    ]);
    expect(choices({ orders: [{ ...match, isSentBack: true, copiesOut: 0 }] }, "9405")).toHaveLength(1);
  });

  it("open orders, titles, and people", () => {
    const person = {
      borrowerId: 1,
      borrowerName: "Ann",
      schoolName: "Oak",
      emailAddress: "ann@oak.example",
      orders: 3,
      openOrders: 1,
    };
    const title = { inventoryId: 3, title: "Anatomy kit", language: "", referenceNumber: "B1", inStock: 2 };
    expect(choices({ orders: [match], titles: [title], people: [person] })).toEqual([
      ["Open order #48", "/admin/orderdetails/48"],
      ["Show title #B1", "/admin/viewitem/3"],
      ["Show borrower Ann", "/admin/borrowers/1"],
    ]);
    expect(searchesFor("a & b", true).map(({ act }) => act)).toEqual([
      { do: "open", to: "/admin/orderlist?q=a+%26+b" },
      { do: "open", to: "/admin/borrowers?q=a+%26+b" },
      { do: "open", to: "/admin/inventorylist?q=a+%26+b" },
    ]);
  });

  it("for volunteers leave out the search for borrowers", () => {
    expect(searchesFor("ann", false).map(({ key }) => key)).toEqual(["orders", "inventory"]);
  });

  it("lead from a slip to its package at Returns, or to the order if it hasn't shipped", () => {
    expect(hrefOfPackage(match)).toBe("/admin/returns?order=48");
    expect(hrefOfPackage({ ...match, statusId: 1 })).toBe("/admin/orderdetails/48");
  });
});
