import { expect, it } from "vitest";
import { letterhead } from "#server/test/both-languages.ts";
import { letterHtml } from "./letter-html.ts";
import { letterText } from "./letter.ts";

const postalAddress = "The Library\n1 <Main> Street\nFresno, CA 93701";
const letter = {
  subject: "Due",
  preview: "Soon",
  heading: "Due",
  blocks: [{ is: "postal address" as const, label: "Send it back to" }],
};

it("a mail shows the library's current postal address for returning packages", () => {
  expect(letterText(letter, { ...letterhead, postalAddress })).toContain(`Send it back to:\n${postalAddress}`);
  expect(letterHtml(letter, { ...letterhead, postalAddress })).toContain("1 &lt;Main&gt; Street<br>Fresno, CA 93701");
});

it("a mail leaves out the postal address while it is unknown", () => {
  expect(letterText(letter, letterhead)).not.toContain("Send it back to");
  expect(letterHtml(letter, letterhead)).not.toContain("Send it back to");
});
