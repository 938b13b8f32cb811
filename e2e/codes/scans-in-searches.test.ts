import { writeLabel } from "#contract/labels.ts";
import { scanByHand, tabOnTo } from "#e2e/steps/keyboard.ts";
import { parcelAtDesk } from "#e2e/steps/shipping.ts";
import { expect, test } from "#e2e/test.ts";

const fields = [
  { of: "orders", path: "/admin/orderlist", name: "Find orders", sku: "QO" },
  { of: "cases", path: "/admin/cases", name: "Search the cases", sku: "QC" },
  { of: "callers", path: "/admin/callerorder", name: "Who is calling?", sku: "QK" },
  { of: "borrowers", path: "/admin/borrowers", name: "Find borrowers", sku: "ZS" },
];

for (const { of, path, name, sku } of fields) {
  test(`a label scanned inside the search of ${of} is checked in and becomes no text of it, at 1280 px`, async ({
    page,
    library,
  }) => {
    await page.setViewportSize({ width: 1280, height: 844 });
    const lent = { title: `Searched ${of} 1280`, sku: `${sku}1280`, quantity: 1 };
    const { clerk, copy, status } = await parcelAtDesk(library.address, lent);
    await clerk.enter(page);
    await page.goto(path);
    const field = page.getByRole("main").getByLabel(name);
    await tabOnTo(page, field);
    await field.fill("Kings"); // typed at once, it would be a part of the scan
    const address = page.url();
    await scanByHand(page, writeLabel(copy(0)));
    await expect.poll(status).toBe("Returned");
    await expect(field).toHaveValue("Kings");
    expect(page.url()).toBe(address); // the Enter of the scanner did not search
  });
}
