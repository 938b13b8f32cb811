import { expect } from "vitest";
import * as calls from "#contract/imports/imports.ts";
import type { TableFormat } from "#contract/wire/table-format.ts";
import { importKinds } from "#server/import-kinds.ts";
import { doWork, importJob } from "#server/imports/own-process.ts";
import { undoJob } from "#server/imports/undo-import.ts";
import { undoImport } from "#contract/imports/undo-import.ts";
import type { Job } from "#server/platform/jobs/job.ts";
import { testApp } from "./app.ts";
import { anAdmin } from "./factories.ts";
import { runDueJobs } from "./run-jobs.ts";

type Settings = Partial<Omit<calls.ImportSettings, "defaults">> & {
  defaults?: Partial<calls.ImportSettings["defaults"]>;
  format?: TableFormat;
};

/** Builds the application with an administrator who imports files, now or at an instant; background work runs on demand. */
export async function importsFixture(of: calls.ImportOf = "titles", at?: Date) {
  const fixture = await testApp();
  if (at) fixture.clock.move(at.getTime() - fixture.clock.now().getTime());
  const admin = await anAdmin(fixture, { userName: "cataloger" });

  const upload = (content: string | Uint8Array, fileName = "titles.csv") =>
    fixture.call(
      calls.uploadImport,
      { query: { of }, upload: new File([Buffer.from(content)], fileName) },
      admin.token,
    );

  const jobs = [
    importJob({ ...fixture, perform: (job: Job) => doWork({ ...fixture, kinds: importKinds }, job) }),
    undoJob({ ...fixture, kinds: importKinds }),
  ];
  const work = () => runDueJobs(fixture.db, jobs);

  const show = async (id: number) => (await fixture.call(calls.getImport, { params: { id } }, admin.token)).body.data;

  const match = (id: number, settings: Settings = {}, columns: readonly calls.ImportColumn[] = []) =>
    fixture.call(
      calls.matchImport,
      {
        params: { id },
        body: {
          fields: columns.map(({ field }) => field),
          ...settings,
          defaults: { description: "A title.", categoryId: 1, subjectId: 1, gradeId: 63, ...settings.defaults },
        },
      },
      admin.token,
    );

  const titleOf = (sku: string) =>
    fixture.db.selectFrom("items").selectAll().where("reference_number", "=", sku).executeTakeFirst();

  /** Counts the titles whose SKUs begin with this. */
  const countOf = async (prefix: string) => {
    const titles = fixture.db.selectFrom("items").select("item_id").where("reference_number", "like", `${prefix}%`);
    return (await titles.execute()).length;
  };

  /** Returns the rows of a checked file. */
  const rowsOf = (id: number) =>
    fixture.db
      .selectFrom("import_rows")
      .select(["draft", "key"])
      .where("import_id", "=", id)
      .orderBy("row_number")
      .execute();

  /** Uploads a file and checks it with the proposed matching. */
  const check = async (content: string | Uint8Array, settings: Settings = {}) => {
    const { body } = await upload(content);
    expect(body).toMatchObject({ isSuccess: true });
    const matchAnswer = await match(body.id, settings, body.data.columns);
    expect(matchAnswer.body).toMatchObject({ isSuccess: true });
    await work();
    return show(body.id);
  };

  const save = (id: number, rows: "all" | "good" = "all") =>
    fixture.call(calls.saveImport, { params: { id }, body: { rows } }, admin.token);

  /** Uploads, checks, and saves a file. */
  const bringIn = async (content: string | Uint8Array, settings: Settings = {}, rows: "all" | "good" = "all") => {
    const { importId } = await check(content, settings);
    expect((await save(importId, rows)).body).toMatchObject({ isSuccess: true });
    await work();
    return show(importId);
  };

  const undo = async (id: number) => {
    const answer = await fixture.call(undoImport, { params: { id } }, admin.token);
    await work();
    return { answer: answer.body, ...(await show(id)) };
  };

  const download = async (address: string) => {
    const headers = { authorization: `Bearer ${admin.token}` };
    const answer = await fixture.app.inject({ url: `/api/${address}`, headers });
    return { status: answer.statusCode, headers: answer.headers, body: answer.body };
  };

  const files = { upload, match, check, save, bringIn, undo, download };
  return { ...fixture, ...files, admin, jobs, work, show, titleOf, countOf, rowsOf };
}
