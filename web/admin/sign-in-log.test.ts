import { describe, expect, it } from "vitest";
import { whereOf, whoOf } from "./sign-in-log-page.tsx";

describe("a row of the sign-in log", () => {
  it("names the account, or a code for the typed user name", () => {
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
