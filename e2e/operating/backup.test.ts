import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { startLibrary } from "#e2e/library.ts";
import { asClerk } from "#e2e/steps/as-clerk.ts";
import { pressOn } from "#e2e/steps/keyboard.ts";
import { narrow } from "#e2e/steps/screens.ts";
import { toast } from "#e2e/steps/toasts.ts";
import { expect, test as base } from "#e2e/test.ts";

const test = base.extend<object, { backups: string }>({
  backups: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from this pattern
    async ({}, use) => {
      const folder = await mkdtemp(path.join(tmpdir(), "backups-"));
      await use(folder);
      await rm(folder, { recursive: true, force: true });
    },
    { scope: "worker" },
  ],
  library: [
    async ({ backups }, use) => {
      const library = await startLibrary({ BACKUP_DIR: backups });
      await use(library);
      await library.stop();
    },
    { scope: "worker", timeout: 180_000 },
  ],
});

test("a manager makes a backup by keyboard and sees it listed", async ({ page, backups }) => {
  await page.setViewportSize(narrow);
  await asClerk(page, "/admin/system");
  const nights = page.getByText(/library-.+\.tar, .+\. Made every night\./);
  await expect(nights).toBeVisible({ timeout: 60_000 }); // the first backup is made when the library starts
  const before = await nights.textContent();
  const count = (await readdir(backups)).length;
  await page.setViewportSize(narrow);
  await pressOn(page, page.getByRole("button", { name: "Back up now" }));
  await toast(page, "Backing up now.");
  await expect(nights).not.toHaveText(before ?? "", { timeout: 60_000 });
  await expect(page.getByRole("button", { name: "Back up now" })).toBeEnabled();
  expect(await readdir(backups)).toHaveLength(count + 1);
});
