import { describe, expect, it } from "vitest";
import { passwordStrength } from "./login-fields.tsx";

describe("the password strength hint", () => {
  it.each([
    ["short", "too short"],
    ["password2026", "weak"],
    ["aaaaaaaaaaaaaa", "weak"],
    ["20261121", "weak"],
    ["mapleleaf7", "fair"],
    ["Maple!leaf77", "good"],
    ["four plain words here", "good"],
  ])("calls %j %s", (password, strength) => {
    expect(passwordStrength(password, 8)).toBe(strength);
  });

  it("rates a password with the username in it as weak", () => {
    expect(passwordStrength("kim.rivera-Loves-tea", 8, ["kim.rivera"])).toBe("weak");
  });

  it("counts characters, not bytes", () => {
    expect(passwordStrength("💊💊💊💊", 8)).toBe("too short");
  });
});
