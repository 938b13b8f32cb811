import { parse } from "csv-parse/sync";
import { expect, it } from "vitest";
import { anItem } from "#server/test/factories.ts";
import { importsFixture } from "#server/test/imports-fixture.ts";

const library = await importsFixture();

it("says when each copy was last seen, and leaves archived titles out", async () => {
  const { copyIds } = await anItem(library, 3, { title: "Seen", referenceNumber: "SEEN1" });
  for (const [copy, day] of [[0, "2026-03-01T20:00:00Z"] as const, [2, "2026-03-02T02:00:00Z"] as const])
    await library.db
      .updateTable("copies")
      .set({ last_seen_at: new Date(day) })
      .where("copy_id", "=", copyIds[copy] ?? 0)
      .execute();
  const { itemId } = await anItem(library, 1, { title: "Archived", referenceNumber: "ARCHV" });
  await library.db.updateTable("items").set({ archived_at: new Date() }).where("item_id", "=", itemId).execute();
  const { body } = await library.download("Import/ExportCollection");
  const rows: Record<string, string>[] = parse(body, { bom: true, columns: true });
  expect(rows.map((row) => [row["Title"], row["Last seen"]])).toEqual([["Seen", "1: 2026-03-01; 3: 2026-03-01"]]);
  const [audited] = await library.db
    .selectFrom("activity_log")
    .select("changes")
    .orderBy("entry_id", "desc")
    .limit(1)
    .execute();
  expect(audited?.changes).toEqual([{ field: "Titles", before: null, after: "1" }]);
});
