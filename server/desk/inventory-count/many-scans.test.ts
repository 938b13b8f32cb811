import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import { expect, it } from "vitest";
import { maxScans, type OpenInventoryCount } from "#contract/desk/inventory-counts.ts";
import { writeLabel } from "#contract/catalog/label-code.ts";
import { circulationFixture } from "#server/test/circulation-fixture.ts";

const fixture = await circulationFixture({ poolSize: 4 });
const { db } = fixture;
const clerk = await fixture.newAdmin("clerk");
const phones = [await fixture.newAdmin("first"), await fixture.newAdmin("second")];

const inBatches = <T>(all: readonly T[]) =>
  Array.from({ length: Math.ceil(all.length / maxScans) }, (_, batch) =>
    all.slice(batch * maxScans, (batch + 1) * maxScans),
  );

it("an inventory count counts 1,500 copies once, even if two phones send everything twice and lose connections", async () => {
  const title = await fixture.newTitle("Many", 0);
  await sql`
    insert into copies (item_id, copy_number, sku_number)
    select ${title.itemId}, number, 'FIVE' from generate_series(1, 1500) as number`.execute(db);
  const copies = await db.selectFrom("copies").select("copy_id").where("item_id", "=", title.itemId).execute();
  const { id } = await fixture.call(clerk, "POST InventoryCount/Start", {});
  // both scan the middle of the shelf, the first undoes every tenth scan, and nobody finds the last hundred
  const ids = copies.map(({ copy_id }) => copy_id);
  const scansByPhone = [ids.slice(0, 800), ids.slice(700, 1400)].map((mine, phone) =>
    mine.map((copyId, index) => ({
      scanId: randomBytes(16).toString("hex"),
      text: writeLabel({ inventoryItemId: copyId, skuNumber: "FIVE" }),
      at: fixture.clock.now().toISOString(),
      isUndone: phone === 0 && index % 10 === 0,
      copyId,
    })),
  );
  const countedIds = new Set(scansByPhone.flat().flatMap(({ copyId, isUndone }) => (isUndone ? [] : copyId)));

  let failures = 0;
  /** Sends like a browser, again until it succeeds. */
  const send = async (phone: number, scans: readonly object[]): Promise<void> => {
    for (;;) {
      const { status } = await fixture.call(phones[phone] ?? null, `POST InventoryCount/SendScans/${id}`, { scans });
      if (status === 200) return;
      failures += 1;
    }
  };
  const cutting = { ended: 0 };
  /** Ends every database connection that is counting. */
  const cut = async () => {
    const { rows } = await sql<{ ended: boolean }>`
      select pg_terminate_backend(pid) as ended from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle'`.execute(db);
    cutting.ended += rows.length;
  };
  await Promise.all(
    scansByPhone.map(async (mine, phone) => {
      const wire = mine.map(({ scanId, text, at }) => ({ scanId, text, at }));
      const undos = wire.filter((_scan, index) => mine[index]?.isUndone).map((scan) => ({ ...scan, isUndone: true }));
      const parts = [...inBatches(wire), ...inBatches(undos)];
      // everything once, then again in reverse, so that some scans come before their undo and some after
      for (const [index, part] of [...parts, ...parts.toReversed()].entries()) {
        const sending = send(phone, part);
        if (index % 10 === 5) await cut().catch(() => undefined);
        await sending;
      }
    }),
  );
  const { tally, scanners } = (await fixture.call<OpenInventoryCount>(clerk, `GET InventoryCount/Get/${id}`)).data;
  expect(tally).toEqual({
    counted: countedIds.size,
    missing: 1500 - countedIds.size,
    handled: 0,
    unexpected: 0,
    misplaced: 0,
    out: 0,
    held: 0,
  });
  expect(Object.fromEntries(scanners.map(({ userName, scans }) => [userName, scans]))).toEqual({
    first: 720,
    second: 700,
  });
  expect(cutting.ended).toBeGreaterThan(0);
  expect(failures).toBeLessThan(400);
});
