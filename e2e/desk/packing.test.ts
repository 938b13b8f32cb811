import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { newBorrower } from "#e2e/steps/api.ts";
import { asClerk, clerkOf, saveSection, stock } from "#e2e/steps/as-clerk.ts";
import { tabOnTo } from "#e2e/steps/keyboard.ts";
import { placeOrder } from "#e2e/steps/orders.ts";
import { wordsOnPaper } from "#e2e/steps/read-codes.ts";
import { narrow } from "#e2e/steps/screens.ts";
import { expect, test } from "#e2e/test.ts";

const setAddress = async (address: string, postalAddress: string) =>
  saveSection(await clerkOf(address), "contact", { postalAddress });

/** Downloads the PDF of a button, and returns its name and the words of its pages. */
async function pdfOf(page: Page, papers: string) {
  const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: papers }).click()]);
  const pages = await wordsOnPaper(await readFile(await file.path()));
  return { name: file.suggestedFilename(), pages: pages.map((words) => words.join(" ")) };
}

/** Places an order of two titles. */
async function anOrder(address: string, name: string) {
  const clerk = await clerkOf(address);
  const { id: book } = await stock(clerk, { title: `Internationalization ${name}`, sku: `A${name}` }, 2);
  const { id: poster } = await stock(clerk, { title: `Poster ${name}`, sku: `B${name}` }, 2);
  const borrower = await newBorrower(address, `pack.${name}`, { schoolName: `School ${name}` });
  return placeOrder(borrower, [book, poster]);
}

test("waiting orders are printed together, and one is checked out with one press", async ({ page, library }) => {
  await page.setViewportSize(narrow);
  await setAddress(library.address, "");
  const orders = [await anOrder(library.address, "East"), await anOrder(library.address, "West")];
  await asClerk(page);
  await expect(page.getByRole("link", { name: "Enter the address" })).toHaveAttribute(
    "href",
    "/admin/sitecontent/contact",
  );
  await page.getByRole("link", { name: /^Pack \d/ }).click();
  await expect(page.getByText("The library’s postal address is missing")).toBeVisible();
  await expect(page.getByRole("button", { name: "Return labels" })).toBeDisabled();
  await setAddress(library.address, "Lending Library\n500 Library Way\nFresno, CA 93721");
  await page.goto(`/admin/packing?orders=${orders.join(",")}`);
  await expect(page.getByText("The library’s postal address is missing")).toHaveCount(0);
  await expect(page.getByRole("heading", { name: "Print for 2 orders" })).toBeVisible();

  const list = await pdfOf(page, "Pick list");
  expect(list.name).toMatch(/^picks-/);
  expect(list.pages).toEqual([expect.stringContaining(`4 copies for orders #${orders[0]}, #${orders[1]}`)]);
  const labels = await pdfOf(page, "Address labels");
  expect(labels.name).toMatch(/^addresses-/);
  expect(labels.pages).toHaveLength(1);
  for (const name of ["East", "West"]) expect(labels.pages[0]).toContain(`School ${name}`);
  expect((await pdfOf(page, "Packing slips")).pages).toHaveLength(2);
  const second = page.getByRole("checkbox", { name: new RegExp("School West") });
  await tabOnTo(page, second);
  await page.keyboard.press("Space");
  await expect(second).not.toBeChecked();
  const [label = ""] = (await pdfOf(page, "Address labels")).pages;
  expect(label).toContain("School East");
  expect(label).not.toContain("School West");
  expect((await pdfOf(page, "Return labels")).pages).toEqual([expect.stringContaining("500 Library Way")]);

  await page.getByRole("link", { name: `Pack order #${orders[0]}` }).click();
  await page.getByRole("button", { name: "Check out everything (2)" }).click();
  await expect(page.getByText("1 of 1 checked out")).toHaveCount(2);
  await expect(page.getByRole("button", { name: /Check out everything/ })).toHaveCount(0);
  await page.getByRole("radio", { name: "Shipped" }).check();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page).toHaveURL(`/admin/packing?orders=${orders.join(",")}`); // for the next one
  await expect(page.getByText(`Order #${orders[0]} was set to Shipped`)).toBeVisible();
});
