import { describe, expect, it } from "vitest";
import { type ImportWord, mapWords } from "#contract/imports/imports.ts";
import { aMarcFile } from "#server/test/a-marc-file.ts";
import { importsFixture } from "#server/test/imports-fixture.ts";

const fixture = await importsFixture();
const { admin, titleOf } = fixture;

const mapAll = async (...words: readonly [ImportWord["field"], string, string | null][]) =>
  (
    await fixture.call(
      mapWords,
      { body: { words: words.map(([field, word, value]) => ({ field, word, value })) } },
      admin.token,
    )
  ).body;

describe("unknown words in a file", () => {
  it("are listed once each, not as an error of every row", async () => {
    const rows = Array.from({ length: 150 }, (_, at) => `Title ${at},${at % 3 === 0 ? "At Home" : "at  home"},1`);
    const { words, faults, counts } = await fixture.check(
      ["Title,Subject,Copies", ...rows, "Last,Wellness,many"].join("\n"),
    );
    expect(words).toEqual([
      { field: "subject", word: "At Home", rows: 150, value: null, choices: [] },
      { field: "subject", word: "Wellness", rows: 1, value: null, choices: [] },
    ]);
    expect(counts.faulty).toBe(151);
    expect(faults).toEqual([{ row: 152, column: "Copies", message: "Copies must be a whole number from 0 to 500." }]);
  });

  it("are named by row in the download of invalid rows", async () => {
    const { importId } = await fixture.check('Title,Category,Grades\nA,Game,"K-2, 13"');
    const { body } = await fixture.download(`Import/GetFaultyRows/${importId}`);
    expect(body).toContain('Category: There’s no category ""Game"" here. Choose from Book, Video, Audio.');
    expect(body).toContain('Grades: There’s no grade ""13"" here. Choose from All grades, Preschool,');
  });

  it("keep their matches for later files until those are changed or removed", async () => {
    const file = (sku: string) =>
      `Title,SKU,Subject,Grades,Language\nIts words,${sku},Violence-free schools,"Primary; K-2, Big ones",Elvish`;
    const first = await fixture.check(file("WO0001"));
    expect(first.words.map(({ word, value }) => [word, value])).toEqual([
      ["Violence-free schools", null],
      ["Primary", null],
      ["Elvish", null],
    ]);
    const answer = await mapAll(
      ["subject", "violence-free SCHOOLS", "Violence Prevention"],
      ["grade", "Primary", "Grades 3-5"],
      ["grade", "big ones", "Adult/Professional"],
      ["language", "Elvish", ""],
    );
    expect(answer).toMatchObject({ isSuccess: true });
    const { importId } = await fixture.bringIn(file("WO0001"));
    expect(await titleOf("WO0001")).toMatchObject({ subject_id: 10, grade_mask: 2 | 4 | 32, language: "" });
    expect((await fixture.show(importId)).words.map(({ word, value }) => [word, value])).toEqual([
      ["Violence-free schools", "Violence Prevention"],
      ["Primary", "Grades 3-5"],
      ["Big ones", "Adult/Professional"],
      ["Elvish", ""],
    ]);
    await mapAll(["subject", "Violence-free schools", "Safety"], ["grade", "Primary", null]);
    const next = await fixture.check(file("WO0002"));
    expect(next.words.map(({ value }) => value)).toEqual(["Safety", null, ""]);
    expect(next.counts.faulty).toBe(1);
  });

  it("can't be matched to unknown names; then no match is stored", async () => {
    const answer = await mapAll(["subject", "Good", "Safety"], ["category", "Scroll", "Papyrus"]);
    expect(answer).toMatchObject({ isSuccess: false, message: expect.stringContaining('no category "Papyrus"') });
    expect((await fixture.check("Title,Subject\nA,Good")).words).toMatchObject([{ value: null }]);
  });

  it("don't include names in Spanish, with or without accents", async () => {
    const row = (sku: string, ...cells: string[]) =>
      [`En español,${sku}`, ...cells.map((cell) => `"${cell}"`)].join(",");
    const file = [
      "Title,SKU,Category,Subject,Grades",
      row("ES0001", "Libro", "Alimentación saludable", "Kínder a 2.º grado; 3.º a 5.º grado"),
      row("ES0002", "PELÍCULAS", "alimentacion SALUDABLE", "kinder a 2º grado"),
      row("ES0003", "Audiolibro", "Seguridad", "Todos los grados"),
    ];
    expect(await fixture.check(file.join("\n"))).toMatchObject({ words: [], counts: { faulty: 0 } });
    await fixture.bringIn(file.join("\n"));
    expect(await titleOf("ES0001")).toMatchObject({ subject_id: 3, grade_mask: 2 | 4 });
    expect(await titleOf("ES0002")).toMatchObject({ subject_id: 3, grade_mask: 2 });
    expect(await titleOf("ES0003")).toMatchObject({ subject_id: 7, grade_mask: 63 });
  });

  it("aren't errors of MARC records, whose topics and audiences are matched in the same way", async () => {
    const record = (title: string, topic: string, ...audience: [string, string][]) => ({
      leader: "a",
      fields: [
        ["245", "00", "a", title],
        ["650", " 0", "a", topic, "x", "Juvenile literature."],
        ...audience.map(([indicators, text]) => ["521", indicators, "a", text] as const),
      ] as const,
    });
    const file = aMarcFile([
      record("Marc one", "Nutrition", ["2 ", "3-6"], ["8 ", "760L Lexile"]),
      record("Marc two", "Nutrition", ["1 ", "005-008."]),
      record("Marc three", "Tobacco", ["8 ", "Interest grade level 9 and up. Lexile 900."]),
      record("Marc four", "Gardening", ["  ", "For young gardeners."]),
    ]);
    const checked = await fixture.check(file, { defaults: { subjectId: 0, gradeId: 0 } });
    expect(checked.words.map(({ field, word, rows }) => [field, word, rows])).toEqual([
      ["subject", "Nutrition", 2],
      ["subject", "Gardening", 1],
      ["grade", "For young gardeners", 1],
    ]);
    expect(checked.counts).toMatchObject({ added: 1, faulty: 3 });
    await mapAll(["subject", "Nutrition", "Healthy Eating"]);
    const { importId, counts } = await fixture.check(file, { defaults: { subjectId: 7, gradeId: 63 } });
    expect(counts).toMatchObject({ added: 4, faulty: 0 });
    expect((await fixture.rowsOf(importId)).map(({ draft }) => draft)).toMatchObject([
      { title: "Marc one", subjectId: 3, gradeId: 4 | 8 },
      { title: "Marc two", subjectId: 3, gradeId: 2 | 4 },
      { title: "Marc three", subjectId: 9, gradeId: 16 },
      { title: "Marc four", subjectId: 7, gradeId: 63 },
    ]);
  });
});
