import { expect, it } from "vitest";
import { letterText } from "#server/platform/mail/letter/letter.ts";
import { expectBothLanguages } from "#server/test/both-languages.ts";
import { onTheListLetter, optInLetter } from "./mailing-list.ts";

it("the opt-in email has links to confirm and to unsubscribe", () => {
  const letter = optInLetter({ confirmPath: "/signup/confirm/abc", leavePath: "/signup/leave/def" }, "en");
  const head = {
    siteName: "The Library",
    email: "help@example.org",
    publicUrl: "https://library.example.org",
    postalAddress: "",
  };
  const text = letterText(letter, head);
  expect(text).toContain("Confirm:\nhttps://library.example.org/signup/confirm/abc");
  expect(text).toContain("Unsubscribe:\nhttps://library.example.org/signup/leave/def");
});

it("the opt-in emails have the same parts in both languages", () => {
  const paths = { confirmPath: "/signup/confirm/abc", leavePath: "/signup/leave/def" };
  expectBothLanguages(optInLetter(paths, "en"), optInLetter(paths, "es"));
  expectBothLanguages(onTheListLetter(paths, "en"), onTheListLetter(paths, "es"));
});
