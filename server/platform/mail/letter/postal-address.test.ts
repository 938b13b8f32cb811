import { expect, it } from "vitest";
import { letterHtml } from "./letter-html.ts";
import { letterText } from "./letter.ts";

const head = { siteName: "The Library", email: "help@example.org", publicUrl: "https://library.example.org" };
const postalAddress = "The Library\n1 <Main> Street\nFresno, CA 93701";
const letter = {
  subject: "Due",
  preview: "Soon",
  heading: "Due",
  blocks: [{ is: "postal address" as const, label: "Send it back to" }],
};

it("says where parcels go back to, as the library's address is when it is sent", () => {
  expect(letterText(letter, { ...head, postalAddress })).toContain(`Send it back to:\n${postalAddress}`);
  expect(letterHtml(letter, { ...head, postalAddress })).toContain("1 &lt;Main&gt; Street<br>Fresno, CA 93701");
});

it("says nothing of it while nobody has said where", () => {
  expect(letterText(letter, { ...head, postalAddress: "" })).not.toContain("Send it back to");
  expect(letterHtml(letter, { ...head, postalAddress: "" })).not.toContain("Send it back to");
});
