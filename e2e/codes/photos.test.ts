import { writeLabel } from "#contract/labels.ts";
import { scanByHand } from "#e2e/steps/keyboard.ts";
import { parcelAtDesk } from "#e2e/steps/shipping.ts";
import { expect, test } from "#e2e/test.ts";
import { aPicture } from "#server/test/a-picture.ts";

test("a photo of the damage is taken at the desk, is in its case, and is removed, at 390 px", async ({
  page,
  library,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const sku = "PH390";
  const { clerk, copy } = await parcelAtDesk(library.address, { title: "Photographed 390", sku, quantity: 1 });
  await clerk.enter(page);
  await page.goto("/admin/returns");
  await expect(page.getByText("Nothing checked in yet.")).toBeVisible();
  await scanByHand(page, writeLabel(copy(0)));
  await page.getByRole("radio", { name: "Damaged" }).check();
  const file = async (name: string, mimeType: string, bytes: Uint8Array) => ({
    name,
    mimeType,
    buffer: Buffer.from(bytes),
  });
  const picker = page.locator("input[type=file]");
  await picker.setInputFiles(await file("photo.jpg", "image/jpeg", Buffer.from("no picture")));
  await expect(page.getByText(/^photo\.jpg: /)).toBeVisible();
  await picker.setInputFiles(
    await file("photo.png", "image/png", new Uint8Array(await (await aPicture()).arrayBuffer())),
  );
  const photo = page.getByRole("img", { name: `Photo 1 of #${sku} copy 1` });
  await expect(photo).toBeVisible();

  await page.getByRole("button", { name: `Open a case: #${sku} copy 1` }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Open the case" }).click();
  await page.getByRole("link", { name: /^Case #\d+$/ }).press("Enter");
  await expect(page.getByRole("heading", { name: "Photos" })).toBeVisible();
  await expect(photo).toBeVisible();
  expect(await photo.evaluate((image) => image instanceof HTMLImageElement && image.naturalWidth)).toBe(24);
  await page.getByRole("button", { name: `Remove Photo 1 of #${sku} copy 1` }).press("Enter");
  await page.getByRole("alertdialog").getByRole("button", { name: "Remove photo" }).press("Enter");
  await expect(photo).toBeHidden();
  await expect(page.getByText("Only staff see it.")).toBeVisible();
});
