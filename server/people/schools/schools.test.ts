import { Readable } from "node:stream";
import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import * as calls from "#contract/people/schools.ts";
import { getBorrower, searchBorrowers } from "#contract/people/borrowers.ts";
import { replaceDirectory } from "./take-in-directory.ts";
import { testApp } from "#server/test/app.ts";
import { aSchoolDirectory, type MadeSchool } from "#server/test/schools/a-school-directory.ts";
import { aBorrower, anAdmin } from "#server/test/factories.ts";

const fixture = await testApp();
const { db } = fixture;
const manager = await anAdmin(fixture);

const small: Record<number, MadeSchool> = {
  0: { School: "Ríos Elementary", District: "Kings River Unified", City: "Kingsburg", Zip: "93631" },
  1: { School: "Lincoln Elementary", District: "Kings River Unified", City: "Kingsburg" },
  2: { School: "Lincoln High", District: "Kings River Unified", City: "Kingsburg" },
  35: { School: "Quail Elementary" },
  18: { School: "Lincoln Elementary", District: "Far Away Unified" },
};

async function upload(content: string | Uint8Array<ArrayBuffer>, name = "pubschls.txt") {
  const { body } = await fixture.call(calls.uploadDirectory, { upload: new File([content], name) }, manager.token);
  return body;
}
const directory = async () => (await fixture.call(calls.getDirectory, {}, manager.token)).body.data;
const suggest = async (query: { text: string; district?: string; of?: "schools" | "districts" }) =>
  (await fixture.call(calls.suggestSchools, { query })).body.data;
const schoolOf = async (borrowerId: number | null) =>
  (await fixture.call(getBorrower, { params: { id: borrowerId ?? 0 } }, manager.token)).body.data.school?.school;

beforeAll(async () => {
  await upload(aSchoolDirectory(40, small));
});

describe("the state's directory", () => {
  it("has the open and closed schools of the last file, without district offices", async () => {
    expect(await directory()).toMatchObject({
      open: 38,
      closed: 2,
      file: { name: "pubschls.txt", added: 40, changed: 0 },
    });
  });

  it("is replaced by a newer file, which closes missing schools and can reopen them", async () => {
    const { data } = await upload(aSchoolDirectory(39, { ...small, 3: { School: "Renamed" } }));
    expect(data).toMatchObject({ open: 38, closed: 2, file: { added: 0, newlyClosed: 0, changed: 1 } });
    expect((await upload(aSchoolDirectory(30, small))).data).toMatchObject({ open: 29, closed: 11 });
    expect(await suggest({ text: "quail" })).toEqual([]);
    expect((await upload(aSchoolDirectory(40, small))).data).toMatchObject({ open: 38, closed: 2 });
  });

  it.each([
    ["an empty file", "", /empty/],
    ["a spreadsheet", "PK\u0003\u0004xl/workbook.xml", /spreadsheet/],
    ["missing columns", "CDSCode\tSchool\n1\tA\n", /Missing: StatusType, County, District, City, Zip, State\./],
    ["no rows", aSchoolDirectory(0), /no schools/],
    [
      "a code twice",
      aSchoolDirectory(3, { 2: { CDSCode: "01100001000000" } }),
      /Row 5: its CDSCode 01100001000000 is also in row 3\./,
    ],
    [
      "a wrong code",
      aSchoolDirectory(3, { 1: { CDSCode: "17" } }),
      /Row 4: CDSCode must have 14 digits; this one is “17”\./,
    ],
    [
      "a wrong code after blank rows",
      aSchoolDirectory(3, { 1: { CDSCode: "17" } }).replace("\n", "\n\n \n\n"),
      /Row 7: CDSCode must have 14 digits/,
    ],
    [
      "more than 40,000 rows, most of them blank",
      aSchoolDirectory(3) + "\n".repeat(40_000),
      /40,000 rows, including empty ones/,
    ],
    ["an unknown status", aSchoolDirectory(3, { 1: { StatusType: "Sleeping" } }), /Row 4: StatusType must be/],
    ["a row cut off", aSchoolDirectory(3).slice(0, -180), /Row 5: The row ends before its City\./],
  ])("refuses %s with an explanation and stays the same", async (_what, content, sentence) => {
    const before = await directory();
    const body = await upload(content);
    expect(body).toMatchObject({ isSuccess: false, reason: { kind: "unusable-file" } });
    expect(body.message).toMatch(sentence);
    expect(await directory()).toEqual(before);
  });

  it("stays the same if its sender hung up", async () => {
    const before = await directory();
    const content = Readable.from([Buffer.from(aSchoolDirectory(40, { ...small, 3: { School: "Renamed" } }))]);
    const upload = { fileName: "pubschls.txt", content, signal: AbortSignal.abort() };
    await expect(replaceDirectory(db, { userId: manager.userId, at: new Date() }, upload)).rejects.toThrow(/aborted/);
    expect(await directory()).toEqual(before);
  });

  it("takes two concurrent files one after another and ends up like the last one", async () => {
    const files = [
      { name: "whole.txt", content: aSchoolDirectory(40, small), open: 38 },
      { name: "part.txt", content: aSchoolDirectory(30, small), open: 29 },
    ];
    const answers = await Promise.all(files.map(({ content, name }) => upload(content, name)));
    expect(answers.map(({ isSuccess }) => isSuccess)).toEqual([true, true]);
    const { file, open } = await directory();
    expect(open).toBe(files.find(({ name }) => name === file?.name)?.open);
    await upload(aSchoolDirectory(40, small));
    expect(await suggest({ text: "quail" })).toHaveLength(1);
  });
});

describe("school suggestions", () => {
  it("find open schools by beginnings of words of their name, district, or city, without a login", async () => {
    expect((await suggest({ text: "linc king" })).map(({ school }) => school)).toEqual([
      "Lincoln Elementary",
      "Lincoln High",
    ]);
    expect(await suggest({ text: "RIOS" })).toEqual([
      {
        school: "Ríos Elementary",
        district: "Kings River Unified",
        county: "Made-up 1",
        city: "Kingsburg",
        state: "CA",
        zip: "93631",
      },
    ]);
  });

  it("list schools of the chosen district first, at most eight, and none for two letters", async () => {
    expect((await suggest({ text: "lincoln", district: "Far Away Unified School District" }))[0]?.district).toBe(
      "Far Away Unified",
    );
    expect(await suggest({ text: "oak" })).toHaveLength(8);
    expect(await suggest({ text: "oa" })).toEqual([]);
    expect(await suggest({ text: "***" })).toEqual([]);
  });

  it("find districts", async () => {
    expect(await suggest({ text: "far aw", of: "districts" })).toEqual([
      expect.objectContaining({ school: "", district: "Far Away Unified", county: "Made-up 1" }),
    ]);
  });
});

describe("a borrower's written school", () => {
  it("puts the borrower in the county of the school, which staff can filter by", async () => {
    const named = (name: string, schoolName: string) =>
      aBorrower(fixture, { name, school_name: schoolName, school_district: "Kings River Unified" });
    await named("Counted", "Lincoln High");
    await named("Nowhere", "Made-up 1"); // words that mean no school
    const inCounty = async (county: string) => {
      const { body } = await fixture.call(searchBorrowers, { query: { county } }, manager.token);
      return [body.data.map(({ borrowerName }) => borrowerName), body.total];
    };
    for (const county of ["Made-up 1", " made-up 1 COUNTY "])
      expect(await inCounty(county), county).toEqual([["Counted"], 1]);
    expect(await inCounty("Made-up")).toEqual([[], 0]);
  });

  it("matches a school with a unique name in any spelling, or else stays unmatched", async () => {
    const named = (schoolName: string, schoolDistrict: string) =>
      aBorrower(fixture, { school_name: schoolName, school_district: schoolDistrict });
    const known = await named("Rios Elem. School", "Kings River Unified School District");
    expect(await schoolOf(known.borrowerId)).toBe("Ríos Elementary");
    const unknown = await named("Home of the Bees", "Kings River USD");
    expect(await schoolOf(unknown.borrowerId)).toBeUndefined();
    await sql`update borrowers set school_name = 'Lincoln High' where borrower_id = ${unknown.borrowerId}`.execute(db);
    expect(await schoolOf(unknown.borrowerId)).toBe("Lincoln High");
  });
});

it(
  "a directory of the state's size can be uploaded and searched, and an incomplete one is refused",
  { timeout: 120_000 },
  async () => {
    const { data } = await upload(aSchoolDirectory(18_000, small));
    expect(data).toMatchObject({ open: 17_100, closed: 900, file: { added: 17_960 } });
    expect(await suggest({ text: "oak grove elem" })).toHaveLength(8);
    const part = await upload(aSchoolDirectory(500));
    expect(part.message).toBe(
      "Nothing was changed. This file has 475 open schools and the directory has 17,100 open schools, so the file looks incomplete. Upload the whole directory.",
    );
    expect(await directory()).toMatchObject({ open: 17_100 });
  },
);

it("suggested schools come from the directory, never from borrowers", async () => {
  await aBorrower(fixture, { school_name: "Zzyzx Private", school_district: "Zzyzx" });
  expect(await suggest({ text: "zzyzx" })).toEqual([]);
});

it("borrowers are matched to the school of their own district if several share a name", async () => {
  const districtOf = async (district: string) => {
    const { borrowerId } = await aBorrower(fixture, { school_name: "Lincoln Elementary", school_district: district });
    const query = db.selectFrom("borrowers").innerJoin("schools", "schools.school_id", "borrowers.school_id");
    return (await query.select("district").where("borrower_id", "=", borrowerId).executeTakeFirst())?.district;
  };
  expect(await districtOf("Kings River Unified School District")).toBe("Kings River Unified");
  expect(await districtOf("Far Away Unified")).toBe("Far Away Unified");
  expect(await districtOf("Nowhere Unified")).toBeUndefined();
});
