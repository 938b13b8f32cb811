import { describe, expect, it } from "vitest";
import { allCalls } from "#contract/all.ts";
import { isStaffRole } from "#contract/people/roles.ts";
import { actionOf, readableValue, subjectHref } from "./actions.ts";

const changes = [{ field: "link", before: null, after: "https://example.org" }];

describe("the sentence for an action", () => {
  const loggedCalls = allCalls.filter(
    (call) =>
      isStaffRole(call.access) &&
      !call.changesNothing &&
      !call.logsItself &&
      (call.call.startsWith("POST") || "file" in call),
  );

  it.each(loggedCalls.map(({ call }) => call))("exists for %s", (call) => {
    expect(actionOf({ call, changes })).not.toBe(call);
  });

  it("distinguishes new from changed, even when a field was empty before", () => {
    const call = "POST News/SaveItem";
    expect(actionOf({ call, changes })).toBe("Changed a news item");
    expect(actionOf({ call, changes: [{ field: "title", before: null, after: "Hello" }] })).toBe("Added a news item");
    expect(actionOf({ call, changes: [{ field: "title", before: "Helo", after: "Hello" }] })).toBe(
      "Changed a news item",
    );
  });

  it("names the new status of an order, and its undo", () => {
    const status = { field: "Status", before: "Processing", after: "Shipped" };
    const tracking = { field: "Tracking number", before: null, after: "9400" };
    const call = "POST Order/UpdateOrder/";
    expect(actionOf({ call, changes: [status, tracking] })).toBe("Shipped an order, tracking 9400");
    expect(actionOf({ call, changes: [{ ...status, after: "Returned" }] })).toBe("Set an order to Returned");
    expect(actionOf({ call, changes: [tracking] })).toBe("Changed an order");
    const back = { field: "Status", before: "Shipped", after: "Processing" };
    expect(actionOf({ call: "POST Order/Undo/{eventId}", changes: [back] })).toBe(
      "Undid a change: the order is Processing again",
    );
  });

  it("falls back to the call's name", () => {
    expect(actionOf({ call: "POST Something/New", changes: [] })).toBe("POST Something/New");
  });
});

describe("the link to an entry's subject", () => {
  it("leads to its page", () => {
    expect(subjectHref({ kind: "item", subjectId: 4, subjectLabel: "It" })).toBe("/admin/viewitem/4");
    expect(subjectHref({ kind: "order", subjectId: 4, subjectLabel: "It" })).toBe("/admin/orderdetails/4");
    expect(subjectHref({ kind: "news", subjectId: 4, subjectLabel: "It" })).toBe("/admin/editnews/4");
  });

  it("is missing when there is no page", () => {
    expect(subjectHref({ kind: "borrowers", subjectId: null, subjectLabel: "It" })).toBeUndefined();
    expect(subjectHref({ kind: "picture", subjectId: 4, subjectLabel: "It" })).toBeUndefined();
    expect(subjectHref({ kind: "borrowers", subjectId: 4, subjectLabel: "Anonymized borrower" })).toBeUndefined();
  });
});

it.each([
  ["Return date", "2026-03-16", "Mar 16, 2026"],
  ["Teaching dates", "2026-03-16 to 2026-03-20", "Mar 16, 2026 to Mar 20, 2026"],
  [
    "Breaks",
    "2026-03-30 to 2026-04-03: Spring break\n2026-05-25: Memorial Day",
    "Mar 30, 2026 to Apr 3, 2026: Spring break\nMay 25, 2026: Memorial Day",
  ],
  ["Language", "es", "Spanish"],
  ["Title", "es", "es"],
  ["Note", "Called on 2026-03-16", "Called on 2026-03-16"],
])("the activity log shows %s %j as %j", (field, value, words) => {
  expect(readableValue(field, value)).toBe(words);
});
