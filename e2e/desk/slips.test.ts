import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { newBorrower } from "#e2e/steps/api.ts";
import { clerkOf, saveSection } from "#e2e/steps/as-clerk.ts";
import { selectWith, typeWith, pressOn } from "#e2e/steps/keyboard.ts";
import { wordsOnPaper } from "#e2e/steps/read-codes.ts";
import { expectNoSidewaysScroll } from "#e2e/steps/screens.ts";
import { toast } from "#e2e/steps/toasts.ts";
import { expect, expectAccessible, test } from "#e2e/test.ts";

const longTitle = "Understanding nutrition, physical activity, and community environmental health: "
  .padEnd(150, "intercultural classroom conversations ")
  .trim();

/** An order of ten kits of a pound each, one of them with the longest title. */
async function tenKits(address: string, width: number): Promise<number> {
  const clerk = await clerkOf(address);
  const borrower = await newBorrower(address, `slip.${width}`, {});
  let cart = "";
  for (let number = 0; number < 10; number += 1) {
    const { id } = await clerk.tell<{ id: number }>("Inventory/AddReferenceNumber", {
      title: number === 3 ? longTitle : `Slip kit ${number} at ${width}`,
      referenceNumber: `S${number}${width}`,
      description: "A kit.",
      categoryId: 2,
      subjectId: 1,
      gradeId: 63,
      weight: "1",
      parts: "1 poster; 1 DVD @ 24.50; 1 teacher’s guide; 30 cards @ 0.50; 1 anatomical model of the heart",
    });
    const path = `Cart/AddItemToCart/${id}/1/false/${cart}`.replace(/\/$/, "");
    cart = (await borrower.tell<{ data: string }>(path)).data;
  }
  return (await borrower.tell<{ id: number }>(`Order/SaveOrder/0/${cart}`)).id;
}

/** The words of the slip that are on two lines, or reach beyond it. */
const brokenWords = (page: Page) =>
  page.locator("[data-packing-slip]").evaluate((slip) => {
    const bad: string[] = [];
    const texts = document.createTreeWalker(slip, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      for (const word of (node.textContent ?? "").matchAll(/[\p{L}\p{N}’#$@.]+/gu)) {
        const range = document.createRange();
        range.setStart(node, word.index);
        range.setEnd(node, word.index + word[0].length);
        const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
        const isOut = range.getBoundingClientRect().right > document.documentElement.clientWidth;
        if (lines.size > 1 || isOut) bad.push(word[0]);
      }
    }
    return bad;
  });

/** How often each word is there. */
function counted(words: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

test("a slip of ten kits breaks no word, and knows its days and its cost before it ships, by keyboard at 1280 px", async ({
  page,
  library,
}) => {
  test.setTimeout(120_000);
  await page.setViewportSize({ width: 1280, height: 844 });
  await page.addInitScript(() => {
    window.print = () => undefined;
  });
  const clerk = await clerkOf(library.address);
  const orderId = await tenKits(library.address, 1280);
  await clerk.enter(page);
  await page.goto("/admin/sitecontent/returnCosts");
  const save = page.getByRole("button", { name: "Save", exact: true });
  await pressOn(page, page.getByRole("button", { name: "Add weight step" }));
  await page.keyboard.type("20 lb");
  await page.keyboard.press("Tab");
  await page.keyboard.type("a lot");
  await pressOn(page, save);
  await expect(page.getByRole("group", { name: "Please correct the invalid fields." })).toContainText(
    "Cost must be an amount such as 24.50.",
  );
  await typeWith("keyboard", page, page.getByRole("textbox", { name: "Cost" }).last(), "$18.5");
  await expectAccessible(page);
  await pressOn(page, save);
  await toast(page, "Saved. Visitors see it now.");
  await expect(page.getByText("Up to 20 lb: $18.50").last()).toBeVisible();
  await expectNoSidewaysScroll(page);

  // the library closes on the day to mail it back
  const daysOf = async () => {
    const [days] = await clerk.ask<{ postBy: string }[]>(`Order/GetParcelDays?ids=${orderId}`);
    return days?.postBy ?? "";
  };
  const closed = await daysOf();
  await page.goto("/admin/sitecontent/closedDays");
  await pressOn(page, page.getByRole("button", { name: "Add closed day" }));
  await typeWith("keyboard", page, page.getByRole("textbox", { name: "First day" }).last(), closed);
  await expectAccessible(page);
  await pressOn(page, save);
  await toast(page, "Saved. Visitors see it now.");
  await expectNoSidewaysScroll(page);
  const postBy = await daysOf();
  expect(postBy < closed, `${postBy} is before ${closed}`).toBe(true);

  await page.goto(`/admin/orderdetails/${orderId}`);
  await expect(page.getByText("about $11.25")).toBeVisible();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await pressOn(page, page.getByRole("button", { name: "Print packing slip" }));
  await page.emulateMedia({ media: "print" });
  const slip = page.locator("[data-packing-slip]");
  await expect(slip).toContainText(longTitle);
  await expect(slip).toContainText("Return shipping is about $11.25.");
  await expect(slip.getByText("30 cards")).toHaveCount(10);
  for (const day of ["Mail it back by", "Please return by"])
    await expect(slip.locator(`dt:text-is("${day}") + dd`)).toHaveText(/[A-Z][a-z]+ \d+, \d{4}/);
  const mailBy = slip.locator('dt:text-is("Mail it back by") + dd time');
  await expect(mailBy).toHaveAttribute("datetime", postBy);
  expect(await brokenWords(page)).toEqual([]);
  const said = (await slip.innerText()).match(/\S+/g) ?? [];

  // on paper: the total once, and no sheet wasted
  const paper = await wordsOnPaper(await page.pdf({ preferCSSPageSize: true }));
  expect(paper.length).toBeLessThanOrEqual(2);
  expect(paper.flat().filter((word) => word === "Total")).toHaveLength(1);

  // the file that the server makes says the same
  await page.emulateMedia({ media: "screen" });
  await page.goto(`/admin/packing?orders=${orderId}`);
  await selectWith("keyboard", page, page.getByRole("combobox", { name: "In the PDF" }), "Packing slips");
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    pressOn(page, page.getByRole("button", { name: "PDF" })),
  ]);
  expect(file.suggestedFilename()).toMatch(/^slips-\d{4}-\d\d-\d\d\.pdf$/);
  const pages = await wordsOnPaper(await readFile(await file.path()));
  expect(pages.length).toBeLessThanOrEqual(2);
  const filed = counted(pages.flat());
  expect([...counted(said)].filter(([word, count]) => (filed.get(word) ?? 0) < count)).toEqual([]);
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await saveSection(clerk, "closedDays", { days: [] }); // the next journey's days
});
