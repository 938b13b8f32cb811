import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, it } from "vitest";
import { circulationFixture } from "#server/test/circulation-fixture.ts";
import { wordsOf } from "#server/test/decode-codes.ts";
import { drawClearance } from "./draw-clearance.ts";

const fixture = await circulationFixture();
const clerk = await fixture.newAdmin("clerk");
const folder = mkdtempSync(path.join(tmpdir(), "clearance-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const letterOf = ({ borrowerId }: { borrowerId: number | null }) =>
  fixture.call<object>(clerk, `GET Borrowers/ClearanceLetter/${borrowerId}`);

it("clearance letter is refused while something is open, and says what", async () => {
  const kit = await fixture.newTitle("Kit", 2);
  const ann = await fixture.newBorrower("ann");
  expect(await letterOf(ann)).toMatchObject({ status: 200, bare: expect.stringMatching(/^%PDF/) });
  await fixture.order(ann, [[kit, 1]]);
  expect(await letterOf(ann)).toMatchObject({
    isSuccess: false,
    message: "This borrower still has 1 open order.",
  });
  expect(await letterOf({ borrowerId: 999_999 })).toMatchObject({ status: 404 });
});

it("clearance letter names the borrower, school, library, and date on one page, in any script", async () => {
  const long = "Very Long Name of a School ".repeat(7).trim();
  const borrower = { borrowerName: "Nguyễn Thị Hồng 김", schoolName: long, schoolDistrict: "Oak Unified" };
  const postalAddress = "Health Library\n12 Main Street\nFresno, CA 93701"; // the library's name must not appear twice
  const from = { siteName: "Health Library", postalAddress, email: "a@b.example" };
  const pdf = Buffer.concat(await drawClearance(borrower, "2026-06-01", from).toArray());
  const words = (await wordsOf(pdf, folder)).replaceAll(/\s+/g, " ");
  expect(words.trim().startsWith("Health Library 12 Main Street Fresno, CA 93701 a@b.example Jun 1, 2026")).toBe(true);
  expect(words).toContain(`We confirm that Nguyễn Thị Hồng 김 (${long}, Oak Unified) has returned`);
  expect(words).toContain("owes the library nothing as of Jun 1, 2026.");
  expect(pdf.toString("latin1").match(/\/Type \/Page\b/g)).toHaveLength(1);
});
