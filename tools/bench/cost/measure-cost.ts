import { sql } from "kysely";
import * as z from "zod";
import type { Caller } from "#e2e/steps/api.ts";
import { type BenchLibrary, mainOf, withLibrary } from "../bench-library.ts";
import { inTurn, readyToOrder } from "../borrowers.ts";
import { threadsOf, usedSince } from "../processes.ts";
import { table } from "../table.ts";
import type { BenchTitle } from "../titles.ts";
import { forgetStatements, type Statements, statementsSince, statementsTable } from "./statements.ts";

const borrowersOfASide = 64;
const warmingUp = 12; // rounds, until connections, plans, and compiled code are made

type Side = { bench: BenchLibrary; baskets: Basket[]; nextTitle: () => number };
/** A borrower, and the cart that is filled and ordered. */
type Basket = { who: Caller; cart: string };

const answer = z.object({ isSuccess: z.literal(true), data: z.unknown().optional() });

async function ask(path: string, { bench }: Side, who?: Caller): Promise<unknown> {
  const response = await fetch(`${bench.library.address}/api/${path}`, {
    ...(who && { method: "POST", headers: { authorization: `Bearer ${who.kept.token}` } }),
  });
  return answer.parse(await response.json()).data;
}

const putInto = async (basket: Basket, side: Side, cart = "") => {
  basket.cart = z.string().parse(await ask(`Cart/AddItemToCart/${side.nextTitle()}/1/false${cart}`, side, basket.who));
};

const steps: Record<string, (basket: Basket, side: Side) => Promise<unknown>> = {
  "recent items": (_, side) => ask("Inventory/GetRecentItems?itemCount=4", side),
  "item detail": (_, side) => ask(`Inventory/Get/${side.nextTitle()}`, side),
  "a title into a new cart": (basket, side) => putInto(basket, side),
  "another title": (basket, side) => putInto(basket, side, `/${basket.cart}`),
  "order of both": ({ who, cart }, side) => ask(`Order/SaveOrder/${who.borrowerId}/${cart}`, side, who),
};

type Measured = { process: number[]; database: number[]; statements: Statements };

/**
 * What the way to an order costs: CPU time of the process and of the database for each request over one connection, and the
 * statements behind it. With another checkout both are asked in turn. Mail is written, and not sent in the meantime.
 */
export async function measureCost(
  titles: readonly BenchTitle[],
  { against, rounds }: { against: string | undefined; rounds: number },
): Promise<string> {
  const mains = [undefined, ...(against === undefined ? [] : [mainOf(against)])];
  return withSides(titles, mains, [], async (sides) => {
    const measured = sides.map(
      () =>
        new Map<string, Measured>(
          Object.keys(steps).map((name) => [name, { process: [], database: [], statements: new Map() }]),
        ),
    );
    for (let round = -warmingUp; round < rounds; round += 1) {
      const inThisOrder = round % 2 === 0 ? [...sides.keys()] : [...sides.keys()].toReversed();
      for (const place of inThisOrder) await measureRound(sides[place], round < 0 ? undefined : measured[place]);
    }
    const statements = measured.map((side, place) => `${nameOf(place)}:\n\n${statementsTable(side)}`);
    return [costs(measured), ...statements].join("\n\n");
  });
}

const nameOf = (place: number) => ["This version", "The other"][place] ?? "";

async function withSides<Result>(
  titles: readonly BenchTitle[],
  [main, ...mains]: (string | undefined)[],
  before: Side[],
  work: (sides: Side[]) => Promise<Result>,
): Promise<Result> {
  const database = { shared_preload_libraries: "pg_stat_statements", autovacuum: "off" };
  return withLibrary({ titles, main, database }, async (bench) => {
    await sql`create extension pg_stat_statements`.execute(bench.db);
    await keepMailFromBeingSent(bench);
    const callers = await readyToOrder(bench, titles, borrowersOfASide);
    const nextTitle = inTurn(titles.map((_, place) => ((place * 7) % titles.length) + 1));
    const sides = [...before, { bench, baskets: callers.map((who) => ({ who, cart: "" })), nextTitle }];
    return mains.length === 0 ? work(sides) : withSides(titles, mains, sides, work);
  });
}

async function keepMailFromBeingSent({ db }: BenchLibrary): Promise<void> {
  await sql`alter table jobs alter run_at set default 'infinity'`
    .execute(db)
    // a version without jobs: somebody else has the mail
    .catch(() =>
      sql`alter table mails alter claim set default gen_random_uuid(), alter claimed_until set default 'infinity'`.execute(
        db,
      ),
    );
}

async function measureRound(side: Side | undefined, measured: Map<string, Measured> | undefined): Promise<void> {
  if (!side) return;
  const { bench, baskets } = side;
  if (measured) await sql`vacuum analyze`.execute(bench.db); // the server does it itself, but when it likes
  for (const [name, step] of Object.entries(steps)) {
    await forgetStatements(bench.db);
    const ids = [bench.library.processId, bench.databaseProcess];
    const kept = measured?.get(name);
    for (const basket of baskets) {
      const before = kept ? ids.map(threadsOf) : [];
      await step(basket, side);
      const [process = NaN, database = NaN] = before.map((threads, place) => usedSince(threads, ids[place] ?? 0));
      kept?.process.push(process);
      kept?.database.push(database);
    }
    if (!kept) continue;
    await statementsSince(bench.db, baskets.length, kept.statements);
  }
}

/** Of each request: the median, and the first decile. */
function costs(sides: readonly Map<string, Measured>[]): string {
  const of = (name: string, figure: "process" | "database") =>
    sides.map((side) => {
      const all = (side.get(name)?.[figure] ?? []).toSorted((one, other) => one - other);
      return { median: all[all.length >> 1] ?? NaN, decile: all[Math.floor(all.length / 10)] ?? NaN };
    });
  const cells = (name: string, figure: "process" | "database") => {
    const [ours, theirs] = of(name, figure);
    const own = `${ours?.median.toFixed(0)} (${ours?.decile.toFixed(0)})`;
    if (!ours || !theirs) return [own];
    return [
      `${theirs.median.toFixed(0)} (${theirs.decile.toFixed(0)}), ${own}`,
      `${(ours.median / theirs.median).toFixed(2)} (${(ours.decile / theirs.decile).toFixed(2)})`,
    ];
  };
  const isPaired = sides.length > 1;
  const head = ["process", "database"].flatMap((figure) => [
    `${figure} µs${isPaired ? ": theirs, ours" : ""}`,
    ...(isPaired ? ["ours of theirs"] : []),
  ]);
  return table(
    ["a request: median (first decile)", ...head],
    Object.keys(steps).map((name) => [name, ...cells(name, "process"), ...cells(name, "database")]),
  );
}
