import { expect, it } from "vitest";
import { letterText } from "#server/platform/mail/letter/letter-text.ts";
import { optInLetter } from "./opt-in-letter.ts";

it("asks to confirm a sign-up, and says how to be left alone", () => {
  const letter = optInLetter({ confirmPath: "/signup/confirm/abc", leavePath: "/signup/leave/def" }, "en");
  const head = { siteName: "The Library", email: "help@example.org", publicUrl: "https://library.example.org" };
  const text = letterText(letter, head);
  expect(text).toContain("Confirm:\nhttps://library.example.org/signup/confirm/abc");
  expect(text).toContain("Take me off the list:\nhttps://library.example.org/signup/leave/def");
});
