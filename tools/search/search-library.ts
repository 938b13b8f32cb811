import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { sql } from "kysely";
import { seedItems } from "#db/seed/seed-items.ts";
import { demonstrationItems } from "#db/seed/demonstration-items.ts";
import type { getInventoryBySearchParams } from "#contract/catalog/catalog.ts";
import { minMatches } from "#contract/catalog/codes.ts";
import type { SearchHelp } from "#contract/catalog/facets.ts";
import type { Answer } from "#contract/wire/endpoint.ts";
import { buildApp } from "#server/app.ts";
import { systemClock } from "#server/platform/clock.ts";
import { readConfiguration } from "#server/platform/configuration.ts";
import { type Database, inTransaction, openDatabase } from "#server/platform/database.ts";
import { openEmbeddedPostgres } from "#server/platform/embedded-postgres/embedded-postgres.ts";
import { migrate } from "#server/platform/migrate.ts";
import { projectRoot } from "#server/platform/project-root.ts";

type Results = Answer<typeof getInventoryBySearchParams>["data"];
/**
 * The SKUs of the first 50 results in order, the total number of results, and the SKUs of the results followed by those
 * behind each link of "Related topics", as the page offers it.
 */
export type SearchResult = { skus: string[]; total: number; withClose: string[] };
export type SearchLibrary = {
  search: (text: string, language: "en" | "es") => Promise<SearchResult>;
  skusInStock: () => Promise<Set<string>>;
};

/**
 * Runs a function with a library: the one at DATABASE_URL, unchanged, or else a new one with the demonstration's
 * titles. A new one has every title in stock, so that stock doesn't affect the order of results.
 */
export async function withSearchLibrary<Result>(work: (library: SearchLibrary) => Promise<Result>): Promise<Result> {
  const folder = mkdtempSync(path.join(tmpdir(), "library-search-"));
  chmodSync(folder, 0o755); // the database may run as another user
  const url = process.env.DATABASE_URL;
  const postgres = url === undefined ? await openEmbeddedPostgres(path.join(folder, "postgres")) : undefined;
  const connection = postgres?.connection ?? { connectionString: url ?? "" };
  if (postgres) await migrate(connection);
  const db = openDatabase({ connection });
  if (postgres) await loadTitles(db);
  const configuration = readConfiguration({ DATA_DIR: folder, RATE_LIMIT_SCALE: "100000", SEED: "none" });
  const webFolder = path.join(projectRoot, "dist/web");
  const app = await buildApp({ db, clock: systemClock, configuration, webFolder, busyAfter: 0 });
  let count = 0;
  const answer = async <Data>(call: string, query: Record<string, string>): Promise<Data> => {
    count += 1;
    const remoteAddress = `10.0.${count >> 8}.${count & 255}`; // the rate limit is for an address
    const response = await app.inject({ url: `/api/Inventory/${call}`, query, remoteAddress });
    if (response.statusCode !== 200) throw new Error(`${call} returned ${response.statusCode}.`);
    return response.json<{ data: Data }>().data;
  };
  const results = async (searchString: string) => {
    const data = await answer<Results>("GetInventoryBySearchParams", { searchString, page: "1", pageSize: "50" });
    const titles = [...data.searchInStockResults, ...data.searchOutOfStockResults];
    return {
      skus: titles.map(({ referenceNumber }) => referenceNumber),
      total: data.inStockTotal + data.outOfStockTotal,
    };
  };
  const search = async (text: string, language: "en" | "es") => {
    const own = await results(text);
    const withClose = new Set(own.skus);
    if (own.total < minMatches) {
      const { topics } = await answer<SearchHelp>("GetSearchHelp", { searchString: text });
      for (const topic of topics)
        if (topic[language] !== "") for (const sku of (await results(topic[language])).skus) withClose.add(sku);
    }
    return { ...own, withClose: [...withClose] };
  };
  try {
    return await work({ search, skusInStock: () => titlesInStock(db) });
  } finally {
    await app.close();
    await db.destroy();
    await postgres?.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function titlesInStock(db: Database): Promise<Set<string>> {
  const rows = await db.selectFrom("items").select("reference_number").where("is_in_stock", "=", true).execute();
  return new Set(rows.map((row) => row.reference_number));
}

async function loadTitles(db: Database): Promise<void> {
  await inTransaction(db, async (transaction) => {
    await seedItems(transaction, demonstrationItems(), systemClock.now());
    await transaction.updateTable("items").set({ active_copies: 1 }).execute();
  });
  await sql`vacuum analyze items, copies`.execute(db);
}
