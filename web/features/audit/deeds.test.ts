import { describe, expect, it } from "vitest";
import { allCalls } from "#contract/all.ts";
import { deedOf, subjectHref } from "./deeds.ts";

const changed = [{ field: "link", before: null, after: "https://example.org" }];

describe("a deed in words", () => {
  const audited = allCalls.filter(
    (call) => call.access === "admin" && !call.changesNothing && (call.call.startsWith("POST") || "file" in call),
  );

  it.each(audited.map(({ call }) => call))("is said of %s", (call) => {
    expect(deedOf({ call, changes: changed })).not.toBe(call);
  });

  it("tells what is new from what was changed, even when a field was empty before", () => {
    const call = "POST News/SaveItem";
    expect(deedOf({ call, changes: changed })).toBe("Changed a news item");
    expect(deedOf({ call, changes: [{ field: "title", before: null, after: "Hello" }] })).toBe("Added a news item");
    expect(deedOf({ call, changes: [{ field: "title", before: "Helo", after: "Hello" }] })).toBe("Changed a news item");
  });

  it("is the call's name where it has no words", () => {
    expect(deedOf({ call: "POST Something/New", changes: [] })).toBe("POST Something/New");
  });
});

describe("what was changed", () => {
  it("is one click away", () => {
    expect(subjectHref({ kind: "item", subjectId: 4 })).toBe("/admin/viewitem/4");
    expect(subjectHref({ kind: "order", subjectId: 4 })).toBe("/admin/orderdetails/4");
    expect(subjectHref({ kind: "news", subjectId: 4 })).toBe("/admin/editnews/4");
  });

  it("leads nowhere when it has no page", () => {
    expect(subjectHref({ kind: "borrowers", subjectId: null })).toBeUndefined();
    expect(subjectHref({ kind: "picture", subjectId: 4 })).toBeUndefined();
  });
});
