import { describe, expect, it } from "vitest";
import { mailKinds } from "#contract/mail.ts";
import { kindChoices, mailFilters } from "./mail-filters.ts";

describe("the filters of mails", () => {
  it("survive a round trip through the address", () => {
    const filters = { state: "dead", kind: "order-shipped", page: 3 } as const;
    expect(mailFilters.read(new URL(mailFilters.href(filters), "http://library").searchParams)).toEqual(filters);
    expect(mailFilters.href(mailFilters.read(new URLSearchParams()))).toBe("/admin/mail");
  });

  it("ignore an invalid address", () => {
    const read = mailFilters.read(new URLSearchParams("state=lost&kind=spam&page=-1"));
    expect(read).toEqual({ state: "", kind: "", page: 1 });
  });

  it("offer every type of email", () => {
    expect(kindChoices.map(({ value }) => value)).toEqual(["", ...mailKinds]);
  });
});
