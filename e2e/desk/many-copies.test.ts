import type { BrowserContext, Page } from "@playwright/test";
import * as z from "zod";
import { writeLabel } from "#contract/labels.ts";
import type { ListedCopy, OpenStockTake } from "#contract/stock-take/stock-takes.ts";
import { administrator, askDatabaseOf, startLibrary } from "#e2e/library.ts";
import { type Caller, callerAt } from "#e2e/steps/api.ts";
import { clerkOf } from "#e2e/steps/as-clerk.ts";
import { scanByHand } from "#e2e/steps/keyboard.ts";
import { test as base, expect } from "#e2e/test.ts";

/** A library of its own: thousands of copies would be in the way of other journeys. */
const test = base.extend<object, object>({
  library: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from this pattern
    async ({}, use) => {
      const library = await startLibrary();
      await use(library);
      await library.stop();
    },
    { scope: "worker", timeout: 180_000 },
  ],
});

/** The labels of a new title's copies, which stand at a place; those after `active` are in repair. */
async function shelve(clerk: Caller, sku: string, { copies, active = copies }: { copies: number; active?: number }) {
  const words = { title: `Shelf of ${sku}`, referenceNumber: sku, description: "To count.", shelfPlace: sku };
  const codes = { categoryId: 1, subjectId: 1, gradeId: 63 };
  const { id } = await clerk.tell<{ id: number }>("Inventory/AddReferenceNumber", { ...words, ...codes });
  await askDatabaseOf(
    clerk.address,
    `insert into copies (item_id, copy_number, sku_number, is_inactive, inactive_reason)
     select ${id}, number, '${sku}', number > ${active}, case when number > ${active} then 'repair' end
     from generate_series(2, ${copies}) as number`,
  );
  const rows = await askDatabaseOf(
    clerk.address,
    `select copy_id from copies where item_id = ${id} order by copy_number`,
  );
  const made = z.array(z.object({ copy_id: z.number() })).parse(rows);
  return made.map(({ copy_id: inventoryItemId }) => writeLabel({ inventoryItemId, skuNumber: sku }));
}

/** Somebody else of the staff, with the administrator's password; invitations have their own journey. */
async function colleague(address: string, userName: string): Promise<Caller> {
  await askDatabaseOf(
    address,
    `with made as (
       insert into accounts (user_name, user_type_id, password_hash)
       select '${userName}', 1, password_hash from accounts where user_name = '${administrator.userName}'
       returning user_id
     ) insert into staff (user_id, role) select user_id, 'volunteer' from made`,
  );
  return callerAt(address, { ...administrator, userName, userTypeId: 1 });
}

/** Puts one text after another into the box and presses Enter, as fast as the page takes them. */
async function count(page: Page, texts: readonly string[]): Promise<void> {
  for (let at = 0; at < texts.length; at += atOnce)
    await page.evaluate(
      (some) => {
        const box = document.querySelector<HTMLInputElement>("input[name=scanned]");
        for (const text of some) {
          if (box) box.value = text;
          box?.form?.requestSubmit();
        }
      },
      texts.slice(at, at + atOnce),
    );
}
const atOnce = 50;

/** What the phone sent and the library answered, from now on. */
function recordSent(phone: BrowserContext): { body: object; path: string }[] {
  const sent: { body: object; path: string }[] = [];
  phone.on("requestfinished", (request) => {
    const [, path = ""] = request.url().split("/api/");
    if (path.startsWith("StockTake/SendScans/")) sent.push({ body: request.postDataJSON(), path });
  });
  return sent;
}

/** Loses each second answer on its way: the library has the scans, and the phone does not know. */
async function loseAnswers(page: Page): Promise<void> {
  let answers = 0;
  await page.route("**/api/StockTake/SendScans/**", async (route) => {
    const response = await route.fetch().catch(() => undefined);
    answers += 1;
    await (response && answers % 2 === 1 ? route.fulfill({ response }) : route.abort()).catch(() => undefined);
  });
}

const said = (page: Page, words: string | RegExp) => page.getByRole("main").getByText(words).first();

test("two phones count 5,000 copies; one loses its network and one its tab in the middle: the sum is right, and sending everything twice more changes nothing", async ({
  page: one,
  context,
  someoneElse,
  library,
}) => {
  test.setTimeout(240_000);
  const clerk = await clerkOf(library.address);
  const helper = await colleague(library.address, "counts");
  const shelf = await shelve(clerk, "BIG", { copies: 5010, active: 5000 });
  const astray = await shelve(clerk, "ASTRAY", { copies: 30 });
  const { id } = await clerk.tell<{ id: number }>("StockTake/Start", { shelfPlace: "BIG" });
  const shown = () => clerk.ask<OpenStockTake>(`StockTake/Get/${id}`);
  let two = await someoneElse();
  const phones = [recordSent(context), recordSent(two.context())];
  await clerk.enter(one);
  await helper.enter(two);
  const address = `/admin/stock-take/${id}`;
  for (const page of [one, two]) {
    await page.goto(address);
    await expect(said(page, "0 of 5,000")).toBeVisible();
  }

  // both begin with the hand scanner; they meet in the middle of the shelf, and the last fifty are nowhere
  const [mine, theirs] = [
    [...shelf.slice(0, 2600), ...astray],
    [...shelf.slice(2400, 4950), ...shelf.slice(5000)],
  ];
  for (const place of [0, 1, 2, 3, 4])
    for (const [page, labels] of [
      [one, mine],
      [two, theirs],
    ] as const)
      await scanByHand(page, labels[place] ?? "");
  await loseAnswers(two);
  await Promise.all([count(one, mine.slice(5, 900)), count(two, theirs.slice(5, 900))]);

  // the network of one is cut, the tab of the other killed while it sends
  await context.setOffline(true);
  await Promise.all([count(one, mine.slice(900, 1800)), count(two, theirs.slice(900, 1400))]);
  await two.close();
  await expect(said(one, /scans are not sent yet\./)).toBeVisible();
  two = await two.context().newPage();
  await helper.enter(two);
  await two.goto(address);
  await context.setOffline(false);
  await expect(two.getByRole("textbox", { name: "Copy" })).toBeVisible();
  await Promise.all([count(one, mine.slice(1800)), count(two, theirs.slice(1400))]);
  // a mistake is taken back: of what only this phone has scanned
  await count(two, [shelf[4999] ?? ""]);
  await two.getByRole("button", { name: "Undo the scan of #BIG copy 5000" }).press("Enter");

  const tally = { counted: 4950, missing: 50, handled: 0, unexpected: 10, misplaced: 30, out: 0, held: 0 };
  for (const page of [one, two]) {
    await expect(said(page, "4,950 of 5,000")).toBeVisible({ timeout: 60_000 });
    await expect(said(page, "not sent yet.")).toBeHidden();
  }
  const before = await shown();
  expect(before.tally).toEqual(tally);
  const scans = before.scanners.map(({ userName, scans: many }) => [userName, many] as const);
  expect(Object.fromEntries(scans)).toEqual({ [administrator.userName]: mine.length, counts: theirs.length });

  // everything twice more, from the end and from the beginning, both at the same time
  await Promise.all(
    [clerk, helper].map(async (caller, phone) => {
      const sent = phones[phone] ?? [];
      expect(sent.length).toBeGreaterThan(20);
      for (const { path, body } of [...sent.toReversed(), ...sent]) await caller.tell(path, body);
    }),
  );
  const after = await shown();
  expect([after.tally, after.scanners.map(({ scans: many }) => many)]).toEqual([
    tally,
    before.scanners.map(({ scans: many }) => many),
  ]);
  const missing = await clerk.ask<ListedCopy[]>(`StockTake/GetCopies/${id}?list=missing&pageSize=100`);
  expect(missing.map(({ copyNumber }) => copyNumber)).toEqual(Array.from({ length: 50 }, (_, at) => 4951 + at));
  await one.getByRole("button", { name: "Close stock-take" }).press("Enter");
  await one.getByRole("alertdialog").getByRole("button", { name: "Close stock-take" }).press("Enter");
  await expect(said(one, "Closed by")).toBeVisible();
  await expect(said(one, "4,950 of 5,000")).toBeVisible();
});
