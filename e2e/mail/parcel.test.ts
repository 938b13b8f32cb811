import { writeLabel } from "#contract/labels.ts";
import { clerkOf } from "#e2e/steps/as-clerk.ts";
import { scanByHand } from "#e2e/steps/keyboard.ts";
import { parcelAtDesk } from "#e2e/steps/shipping.ts";
import { expect } from "#e2e/test.ts";
import { linksOf, mailTo, test } from "./mail-test.ts";

test("emails say what of a parcel came back, what is out and due, and which parts are missing, at 1280 px", async ({
  page,
  library,
  mailServer,
}) => {
  test.setTimeout(120_000);
  await page.setViewportSize({ width: 1280, height: 844 });
  const [title, sku] = ["Parcel of 1280", "PM1280"];
  const parts = "1 DVD @ 24.50; 30 cards @ 0.50";
  const { clerk, orderId, copy } = await parcelAtDesk(library.address, { title, sku, parts, quantity: 3 });
  const address = `reader-${sku}@school.example`;
  const received = await mailTo(mailServer, address, "We received your order");
  await page.goto(linksOf(received, "/user/confirm-email/")[0] ?? "");
  await page.getByRole("button", { name: "Confirm my email address" }).click();
  await expect(page.getByText("Your email address is confirmed.")).toBeVisible();

  await (await clerkOf(library.address)).enter(page);
  await page.goto("/admin/returns");
  await expect(page.getByText("Nothing checked in yet.")).toBeVisible();
  await scanByHand(page, writeLabel(copy(0)));
  await expect(page.getByText("2 of 3 still out", { exact: true })).toBeVisible();
  const partly = await mailTo(mailServer, address, `We received part of your order #${orderId}`);
  const words = String(partly.text);
  expect(words).toMatch(new RegExp(`Thank you for sending this back:\\s+.*${title}`));
  expect(words).toMatch(new RegExp(`Still out\\s+- ${title} \\(2\\)`, "i"));
  expect(words).toContain("The rest was due on Jan 15, 2026.");
  expect(linksOf(partly, `/user/vieworder/${orderId}`)).not.toEqual([]);

  await page.getByRole("radio", { name: "Parts missing" }).check();
  const saved = page.waitForResponse((answer) => answer.request().postData()?.includes("1 DVD") ?? false);
  await page.getByRole("group", { name: "Which parts are missing?" }).getByRole("checkbox", { name: "1 DVD" }).check();
  await saved;

  for (const place of [1, 2]) await scanByHand(page, writeLabel(copy(place)));
  await expect(page.getByText("Everything is back.").first()).toBeVisible();
  const whole = String((await mailTo(mailServer, address, `Your order #${orderId} is back`)).text);
  expect(whole).toMatch(new RegExp(`Missing or damaged\\s+- ${title}: missing: 1 DVD`, "i"));
  expect(whole).toContain("We have everything back, except for what is below.");
  const { statusName } = await clerk.ask<{ statusName: string }>(`Order/Get/${orderId}`);
  expect(statusName).toBe("Returned");
});
