import { describe, expect, it } from "vitest";
import { nameOfText } from "./watch-database.ts";

describe("the name of a statement", () => {
  it.each([
    [`select "item_id" from "items" where "item_id" = $1`, "select items"],
    [`insert into "orders" ("a") values ($1) returning "order_id"`, "insert orders"],
    [`update items set requested = 1 from locked join wanted using (item_id)`, "update items, locked, wanted"],
    [`with due as (select 1 from jobs for update skip locked) update jobs set lease = $1 from due`, "update jobs"],
    [
      `with one as (select 1 from items for no key update) select * from one join copies using (id)`,
      "select items, copies",
    ],
    [`insert into jobs (kind) values ($1) on conflict (kind) do update set run_at = now()`, "insert jobs"],
    [`delete from mails where state = 'from secrets'`, "delete mails"],
    ["select * from unnest($1::integer[]) as wanted join lateral (select 1) x on true", "select"],
    ["commit", "commit"],
  ])("of %s says what it does and to which tables", (text, name) => {
    expect(nameOfText(text).replace(/ ?[0-9a-f]{8}$/, "")).toBe(name);
  });

  it("contains no values from the text", () => {
    const name = nameOfText(
      "select 1 from accounts where name = 'it''s from Jane' and note like 'update diary%' -- join diary",
    );
    expect(name).toMatch(/^select accounts [0-9a-f]{8}$/);
  });

  it("differs between two statements on one table", () => {
    expect(nameOfText("select a from items")).not.toBe(nameOfText("select b from items"));
  });
});
