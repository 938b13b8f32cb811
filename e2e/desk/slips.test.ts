import { readFile } from "node:fs/promises";
import { newBorrower } from "#e2e/steps/api.ts";
import { clerkOf, saveSection } from "#e2e/steps/as-clerk.ts";
import { typeWith, pressOn } from "#e2e/steps/keyboard.ts";
import { wordsOnPaper } from "#e2e/steps/read-codes.ts";
import { expectNoSidewaysScroll } from "#e2e/steps/screens.ts";
import { toast } from "#e2e/steps/toasts.ts";
import { formatDay } from "#web/lib/dates.ts";
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

test("a slip of ten kits knows its days and its cost before it ships, by keyboard at 1280 px", async ({
  page,
  library,
}) => {
  test.setTimeout(120_000);
  await page.setViewportSize({ width: 1280, height: 844 });
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
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    pressOn(page, page.getByRole("button", { name: "Print packing slip" })),
  ]);
  expect(file.suggestedFilename()).toMatch(/^slips-\d{4}-\d\d-\d\d\.pdf$/);
  const pages = await wordsOnPaper(await readFile(await file.path()));
  expect(pages.length).toBeLessThanOrEqual(2);
  const words = pages.flat();
  expect(words.filter((word) => word === "Total")).toHaveLength(1);
  const slip = words.join(" ");
  for (const word of longTitle.split(" ")) expect(words).toContain(word); // none is broken in two lines
  expect(slip).toContain("Return shipping is about $11.25.");
  expect(slip.split("30 cards")).toHaveLength(11);
  expect(slip).toContain(`Mail it back by ${formatDay(postBy)}`);
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await saveSection(clerk, "closedDays", { days: [] }); // the next journey's days
});
