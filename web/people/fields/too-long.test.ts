import { describe, expect, it } from "vitest";
import { changePassword } from "#contract/people/accounts.ts";
import { limits } from "#contract/catalog/codes.ts";
import { brokenRules } from "#web/lib/broken-rules.ts";

describe("text that is too long", () => {
  const long = "x".repeat(limits.line + 1);

  it("is reported at its field, with a reason that can be translated", () => {
    const errors = brokenRules(changePassword.rules, { password: "old", newPassword: long });
    expect(errors).toEqual([
      {
        field: "newPassword",
        message: "New password cannot be longer than 200 characters.",
        reason: { kind: "text-too-long", max: 200 },
      },
    ]);
  });

  it("is counted as the server counts it, with composed letters", () => {
    const values = { password: "old", newPassword: "n\u0303".repeat(limits.line) };
    expect(brokenRules(changePassword.rules, values)).toEqual([]);
  });
});
