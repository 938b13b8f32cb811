import { expect, it, vi } from "vitest";
import { Changes } from "#server/platform/kept/changes.ts";
import { testDatabase } from "#server/test/database.ts";
import { KeptLexicon } from "./lexicon.ts";

const { db } = await testDatabase();
const changes = new Changes(db, async () => {});
const lexicon = new KeptLexicon(db, changes);

let added = 0;
const addTitle = (title: string) =>
  db
    .insertInto("items")
    .values({
      title,
      description: "Plain.",
      tags: "",
      language: "en",
      reference_number: `L${(added += 1)}`,
      category_id: 1,
      subject_id: 1,
      grade_mask: 63,
    })
    .execute();

/** What the work gives, and how often it asked the database. */
async function counted<Result>(work: () => Promise<Result>): Promise<{ result: Result; asked: number }> {
  const watched = vi.spyOn(db.getExecutor(), "executeQuery");
  const result = await work();
  const asked = watched.mock.calls.length;
  watched.mockRestore();
  return { result, asked };
}

it("asks once for a word that no title has, until titles change", async () => {
  await addTitle("Horses");
  await changes.look();
  const know = () => counted(async () => (await lexicon.termsOf(["horses", "quagga"])).map(({ isKnown }) => isKnown));
  expect(await know()).toEqual({ result: [true, false], asked: 1 });
  expect(await know()).toEqual({ result: [true, false], asked: 0 });
  await addTitle("Quagga");
  await changes.look();
  expect(await know()).toEqual({ result: [true, true], asked: 1 });
});

it("asks once for what the thesaurus says of a word, until titles or entries change", async () => {
  await db.insertInto("thesaurus_entries").values({ words: "okapi, giraffid" }).execute();
  await changes.look();
  const used = () =>
    counted(async () =>
      (await lexicon.thesaurusOf(["okapi"])).flatMap(({ words }) => words.map(({ isUsed }) => isUsed)),
    );
  expect((await used()).result).toEqual([false]);
  expect(await used()).toEqual({ result: [false], asked: 0 });
  await addTitle("A giraffid of the woods");
  await changes.look();
  expect(await used()).toEqual({ result: [true], asked: 1 });
  await db.insertInto("thesaurus_entries").values({ words: "okapi, ungulate" }).execute();
  await changes.look();
  expect((await used()).result).toEqual([true, false]);
});
