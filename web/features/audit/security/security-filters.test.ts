import { describe, expect, it } from "vitest";
import { securityFilters } from "./security-filters.ts";
import { whereOf, whoOf } from "./security-words.ts";

const nothing = { kind: "", userName: "", address: "", startDate: "", endDate: "", page: 1 } as const;

describe("the filters of the security trail", () => {
  it("survive a round trip through the address", () => {
    const filters = {
      kind: "log-in-failed",
      userName: "ada@school.example",
      address: "2001:db8::/64",
      startDate: "2026-02-01",
      endDate: "2026-02-28",
      page: 4,
    } as const;
    expect(securityFilters.read(new URL(securityFilters.href(filters), "http://library").searchParams)).toEqual(
      filters,
    );
  });

  it("leave a plain address without filters, and ignore an invalid one", () => {
    expect(securityFilters.href(nothing)).toBe("/admin/security");
    expect(securityFilters.read(new URLSearchParams("kind=secrets&from=yesterday&page=-1"))).toEqual(nothing);
  });
});

describe("a security event in words", () => {
  it("names the account, or the code of the typed name", () => {
    expect(whoOf({ person: "Ada Field", nameCode: "abcdefghij" })).toBe("Ada Field");
    expect(whoOf({ person: "", nameCode: "abcdefghij" })).toBe("Typed name abcdef");
    expect(whoOf({ person: "", nameCode: "" })).toBe("–");
  });

  it("names the call without its parameters", () => {
    expect(whereOf({ call: "POST Account/Login/" })).toBe("Account/Login");
    expect(whereOf({ call: "POST Staff/EndSession/{userId}/{sessionNumber}" })).toBe("Staff/EndSession");
    expect(whereOf({ call: "" })).toBe("");
  });
});
