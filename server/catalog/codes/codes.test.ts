import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import * as catalog from "#contract/catalog/catalog.ts";
import { getStartConfiguration } from "#contract/site/content.ts";
import { mapWords } from "#contract/imports/imports.ts";
import { type CodeEntry, type CodeList, getCodeLists, saveCodeList } from "#contract/catalog/code-lists.ts";
import { onlyTheseBit } from "#contract/catalog/grade-masks.ts";
import { inTransaction, openDatabase, type Transaction } from "#server/platform/database.ts";
import { rewriteWords } from "./code-lists.queries.ts";
import { rewriteSearchWords } from "./code-lists.ts";
import { callsTo } from "#server/test/app.ts";
import { atTheEnd } from "#server/test/ends/at-the-end.ts";
import { anAdmin, anItem } from "#server/test/factories.ts";
import { importsFixture } from "#server/test/imports-fixture.ts";
import { runDueJobs } from "#server/test/run-jobs.ts";

const library = await importsFixture();
const { db } = library;
const manager = await anAdmin(library, { userName: "Morgan" });

const lists = async () => (await library.call(getCodeLists, {}, manager.token)).body.data;
const send = (list: CodeList, version: number, entries: readonly CodeEntry[]) =>
  library.call(saveCodeList, { body: { list, version, entries: [...entries] } }, manager.token);
async function change(list: CodeList, to: (entries: CodeEntry[]) => CodeEntry[]) {
  const { entries, version } = (await lists())[list];
  return (await send(list, version, to(entries))).body;
}
const newEntry = (name: string, more: Partial<CodeEntry> = {}): CodeEntry => ({
  id: 0,
  name,
  nameInSpanish: `${name} en español`,
  alsoCalled: "",
  isHidden: false,
  ...more,
});
const edited = (name: string, changes: Partial<CodeEntry>) => (entries: CodeEntry[]) =>
  entries.map((entry) => (entry.name === name ? { ...entry, ...changes } : entry));
const idOf = async (list: CodeList, name: string) =>
  (await lists())[list].entries.find((entry) => entry.name === name)?.id ?? 0;

async function anotherInstance() {
  const own = openDatabase({ connection: library.connection });
  atTheEnd(() => own.destroy());
  return callsTo(await library.another({ db: own }));
}

const subjects = async (calls: Pick<typeof library, "call"> = library) =>
  (await calls.call(catalog.getEverySubject, {})).body.data;
const grades = async () => (await library.call(catalog.getEveryGrade, {})).body.data;
const findTitles = async (query: { searchString?: string; subjectId?: number; gradeId?: number }) => {
  const { data } = (await library.call(catalog.getInventoryBySearchParams, { query })).body;
  return data.searchInStockResults.map(({ title }) => title);
};
const itemOf = async (id: number) => (await library.call(catalog.getInventory, { params: { id } })).body.data;
const work = () =>
  runDueJobs(db, [{ kind: "rewrite-search-words", run: (job) => rewriteSearchWords(db, job) }, ...library.jobs]);
const saveTitle = (id: number, changes: object) =>
  library.callLoosely(catalog.updateInventory, { params: { id }, body: changes }, manager.token);

describe("code lists", () => {
  it("start with the installed entries", async () => {
    expect(await grades()).toEqual([
      { gradeId: 63, gradeName: "All grades" },
      { gradeId: 1, gradeName: "Preschool" },
      { gradeId: 2, gradeName: "Grades K-2" },
      { gradeId: 4, gradeName: "Grades 3-5" },
      { gradeId: 8, gradeName: "Grades 6-8" },
      { gradeId: 16, gradeName: "Grades 9-12" },
      { gradeId: 32, gradeName: "Adult/Professional" },
    ]);
    expect((await subjects()).map(({ subjectId }) => subjectId)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
    const { entries } = (await lists()).subjects;
    expect(entries[1]).toEqual({
      id: 2,
      name: "Alcohol and Other Drugs",
      nameInSpanish: "Alcohol y otras drogas",
      alsoCalled: "sustancias",
      isHidden: false,
    });
    const { data } = (await library.call(getStartConfiguration, { query: { language: "es" } })).body;
    expect(data.codeNames).toMatchObject({ "All grades": "Todos los grados", Safety: "Seguridad" });
    expect(Object.keys(data.codeNames ?? {})).toHaveLength(18);
    expect((await library.call(getStartConfiguration, { query: {} })).body.data.codeNames).toBeUndefined();
  });
});

describe("a subject", () => {
  it("is offered as soon as it is added", async () => {
    const saved = await change("subjects", (entries) => [newEntry("Dental Health"), ...entries]);
    expect(saved).toMatchObject({ isSuccess: true, data: { subjects: { version: 1 } } });
    expect((await subjects())[0]).toEqual({ subjectId: 12, subjectName: "Dental Health" });
  });

  it("can be set on a title through an instance that hasn't reread the list", async () => {
    const other = await anotherInstance();
    const { itemId, title } = await anItem(library);
    await change("subjects", (entries) => [...entries, newEntry("Sleep")]);
    const body = { title, referenceNumber: `S${itemId}`, description: "d", categoryId: 1, gradeId: 63, tags: "" };
    const saved = await other.callLoosely(
      catalog.updateInventory,
      { params: { id: itemId }, body: { ...body, subjectId: await idOf("subjects", "Sleep") } },
      manager.token,
    );
    expect(saved.body).toMatchObject({ isSuccess: true, data: { subjectName: "Sleep" } });
  });

  it("shows a new name right away, and the job replaces the old name in searches", async () => {
    const { title } = await anItem(library, 1, { subjectId: 9, title: "Clean lungs" });
    expect(await findTitles({ searchString: "tabaco" })).toEqual([title]);
    await change(
      "subjects",
      edited("Tobacco", { name: "Vaping", nameInSpanish: "Cigarros electrónicos", alsoCalled: "humo" }),
    );
    const { data } = (await library.call(getStartConfiguration, { query: { language: "es" } })).body;
    expect(data.codeNames).toMatchObject({ Vaping: "Cigarros electrónicos" });
    expect(await findTitles({ searchString: "tobacco" })).toEqual([title]);
    await work();
    for (const searchString of ["vaping", "electronicos", "humo", "clean lungs"])
      expect(await findTitles({ searchString })).toEqual([title]);
    const { search } = await db
      .selectFrom("items")
      .select("search")
      .where("title", "=", title)
      .executeTakeFirstOrThrow();
    expect(search).not.toMatch(/tobacco|tabaco|vapeo/);
  });

  it("stays on its titles and in searches when hidden, but isn't offered", async () => {
    const { itemId, title } = await anItem(library, 1, { subjectId: 10, title: "Kind words" });
    const { itemId: otherId } = await anItem(library);
    await change("subjects", edited("Violence Prevention", { isHidden: true }));
    expect((await subjects()).map(({ subjectId }) => subjectId)).not.toContain(10);
    const item = await itemOf(itemId);
    expect(item.subjectName).toBe("Violence Prevention");
    expect(await findTitles({ subjectId: 10 })).toEqual([title]);
    expect(await findTitles({ searchString: "violencia" })).toEqual([title]);
    expect((await saveTitle(itemId, { ...item, tags: "again" })).body).toMatchObject({ isSuccess: true });
    const other = await itemOf(otherId);
    expect((await saveTitle(otherId, { ...other, subjectId: 10 })).body).toMatchObject({
      isSuccess: false,
      data: { errors: [{ field: "subjectId", message: "Choose a subject from the list." }] },
    });
  });
});

describe("an added grade", () => {
  beforeAll(() => change("grades", (entries) => [...entries, newEntry("College")]));

  it("has the next bit and its chosen position; “All grades” stays 63 and first", async () => {
    expect((await grades()).map(({ gradeId }) => gradeId)).toEqual([63, 1, 2, 4, 8, 16, 32, 64]);
    await change("grades", (entries) => entries.toReversed());
    expect((await grades()).map(({ gradeId }) => gradeId)).toEqual([63, 64, 32, 16, 8, 4, 2, 1]);
    await change("grades", (entries) => entries.toReversed());
  });

  it("finds titles for all grades, but not those for just the other grades", async () => {
    const every = await anItem(library, 1, { title: "For all", gradeId: 63 });
    const six = await anItem(library, 1, { title: "For six", gradeId: 63 | onlyTheseBit });
    const college = await anItem(library, 1, { title: "For college", gradeId: 64 });
    const ours = (titles: string[]) => titles.filter((title) => title.startsWith("For "));
    expect(ours(await findTitles({ gradeId: 64 }))).toEqual([every.title, college.title]);
    expect(ours(await findTitles({ gradeId: 2 }))).toEqual([every.title, six.title]);
    expect(ours(await findTitles({ gradeId: 63 }))).toEqual([every.title, college.title, six.title]);
    expect((await itemOf(every.itemId)).grades).toEqual([{ gradeId: 63, gradeName: "All grades" }]);
    expect((await itemOf(six.itemId)).grades).toHaveLength(6);
    await work();
    expect(ours(await findTitles({ searchString: "college" }))).toEqual([college.title, every.title]);
  });

  it("is imported by its name, and titles for just the first six grades keep them", async () => {
    const names = "Preschool, Grades K-2, Grades 3-5, Grades 6-8, Grades 9-12, Adult/Professional";
    await library.bringIn(
      `Title,SKU,Grades\nSix,GR0001,"${names}"\nSeven,GR0002,"${names}, College"\nOne,GR0003,college\nAll,GR0004,All grades`,
    );
    const rows = await db
      .selectFrom("items")
      .select("grade_mask")
      .where("reference_number", "like", "GR000%")
      .orderBy("reference_number")
      .execute();
    expect(rows.map(({ grade_mask }) => grade_mask)).toEqual([63 | onlyTheseBit, 63, 64, 63]);
    const six = await db
      .selectFrom("items")
      .select("item_id")
      .where("reference_number", "=", "GR0001")
      .executeTakeFirst();
    expect((await itemOf(six?.item_id ?? 0)).grades.map(({ gradeName }) => gradeName).join(", ")).toBe(names);
  });
});

describe("names in files", () => {
  it("can be a code's previous names, even as the match of a word", async () => {
    const { body } = await library.call(
      mapWords,
      { body: { words: [{ field: "subject", word: "Playing", value: "Physical Activity" }] } },
      manager.token,
    );
    expect(body.isSuccess).toBe(true);
    await change("subjects", edited("Physical Activity", { name: "Moving", nameInSpanish: "Moverse" }));
    await library.bringIn("Title,SKU,Subject\nA,MV0001,Physical activity\nB,MV0002,Moving\nC,MV0003,playing");
    const rows = await db
      .selectFrom("items")
      .select("subject_id")
      .where("reference_number", "like", "MV000%")
      .execute();
    expect(rows.map(({ subject_id }) => subject_id)).toEqual([6, 6, 6]);
  });

  it("can be those of hidden codes, which aren't reported as unknown words", async () => {
    await change("subjects", edited("Safety", { isHidden: true }));
    const { words, faults, counts } = await library.check("Title,SKU,Subject\nA,HD0001,Safety\nB,HD0002,Unheard");
    expect([counts.added, words.map(({ word }) => word), faults]).toEqual([1, ["Unheard"], []]);
    await change("subjects", edited("Safety", { isHidden: false }));
  });
});

describe("saving a list", () => {
  it("can swap names and positions", async () => {
    const newNames: Record<string, string> = { "Grades K-2": "Grades 3-5", "Grades 3-5": "Grades K-2" };
    const swap = (entries: CodeEntry[]) =>
      entries.map((entry) => ({ ...entry, name: newNames[entry.name] ?? entry.name })).toReversed();
    expect(await change("grades", swap)).toMatchObject({ isSuccess: true });
    expect((await grades()).find(({ gradeId }) => gradeId === 2)?.gradeName).toBe("Grades 3-5");
    await change("grades", swap);
  });

  it("can't delete entries", async () => {
    const before = (await lists()).subjects;
    const { body } = await send("subjects", before.version, before.entries.slice(1));
    expect(body).toMatchObject({ isSuccess: false, data: { errors: [{ field: "entries" }] } });
    expect((await lists()).subjects).toEqual(before);
  });
});

async function rename(id: number, name: string) {
  const renamed = (entries: CodeEntry[]) => entries.map((entry) => (entry.id === id ? { ...entry, name } : entry));
  expect(await change("subjects", renamed)).toMatchObject({ isSuccess: true });
}
const startedJob = (key: string) =>
  db.selectFrom("jobs").select("tries").where("key", "=", key).where("lease", "is not", null).executeTakeFirst();
const countOf = async (searchString: string) => (await findTitles({ searchString })).length;

/** Starts a transaction, and returns a function that commits it. */
async function openTransaction(work: (tx: Transaction) => Promise<unknown>) {
  const end = gate();
  const start = gate();
  const transaction = inTransaction(db, async (tx) => {
    await work(tx);
    start.open();
    await end.opened;
  });
  await start.opened;
  return async () => {
    end.open();
    await transaction;
  };
}

function gate() {
  let open = () => {};
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { open, opened };
}

describe("rewriting the search words of titles", () => {
  it("skips and returns titles that are locked", async () => {
    const ids: number[] = [];
    for (let at = 0; at < 10; at += 1) ids.push((await anItem(library, 1, { subjectId: 2 })).itemId);
    await rename(2, "Staying sober");
    const commit = await openTransaction((tx) =>
      sql`select 1 from items where item_id = ${ids[6]} for no key update`.execute(tx),
    );
    expect(await inTransaction(db, (tx) => rewriteWords(tx, ids))).toEqual([ids[6]]);
    expect(await countOf("sober")).toBe(9);
    await commit();
    await work();
    expect(await countOf("sober")).toBe(10);
  });

  it("waits for transactions that began with the old name, and rewrites the titles they add", async () => {
    const commit = await openTransaction((tx) => anItem({ db: tx }, 1, { subjectId: 8, title: "Added meanwhile" }));
    await rename(8, "Growing up");
    const working = work();
    await expect.poll(async () => (await startedJob("subjects 8"))?.tries).toBe(1);
    expect(await countOf("growing")).toBe(0);
    await commit();
    await working;
    expect(await countOf("growing")).toBe(1);
  });

  it("keeps the version of a title, so that open forms stay current", async () => {
    const { itemId } = await anItem(library, 1, { subjectId: 4 });
    const read = () =>
      db
        .selectFrom("items")
        .select(["version", "updated_at", "search"])
        .where("item_id", "=", itemId)
        .executeTakeFirstOrThrow();
    const before = await read();
    await rename(4, "Feeling well");
    await work();
    const after = await read();
    expect([after.version, after.updated_at]).toEqual([before.version, before.updated_at]);
    expect(after.search).not.toEqual(before.search);
  });

  it("stops with its instance, and starts over later", async () => {
    await anItem(library, 1, { subjectId: 7, title: "Helmets" });
    await rename(7, "Staying unhurt");
    const stopping = AbortSignal.abort();
    const job = { payload: { list: "subjects", id: 7 }, stopping };
    await expect(rewriteSearchWords(db, job)).rejects.toThrow("aborted");
    expect(await countOf("unhurt")).toBe(0);
    await work();
    expect(await countOf("unhurt")).toBe(1);
  });
});
