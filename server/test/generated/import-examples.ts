import { matchImport, saveImport, uploadImport } from "#contract/catalog/imports.ts";
import { doWork, importJob } from "#server/catalog/imports/own-process.ts";
import { undoJob } from "#server/catalog/imports/undo-import.ts";
import { aSchoolDirectory } from "../schools/a-school-directory.ts";
import type { TestApp } from "../app.ts";
import { runDueJobs } from "../run-jobs.ts";
import type { Example } from "./examples.ts";

export function importExamples(fixture: TestApp, admin: { token: string }) {
  const workOnAll = () =>
    runDueJobs(fixture.db, [
      importJob({ ...fixture, perform: (job) => doWork(fixture.db, fixture.clock, job) }),
      undoJob(fixture),
    ]);

  /** A checked import of one title, ready to save. */
  async function aCheckedImport(): Promise<number> {
    const upload = new File(["Title\nA title"], "titles.csv");
    const { id } = (await fixture.call(uploadImport, { upload }, admin.token)).body;
    const defaults = { categoryId: 1, subjectId: 1, gradeId: 1, description: "Of something." };
    await fixture.call(matchImport, { params: { id }, body: { fields: ["title"], defaults } }, admin.token);
    await workOnAll();
    return id;
  }

  async function aSavedImport(): Promise<number> {
    const id = await aCheckedImport();
    await fixture.call(saveImport, { params: { id }, body: { rows: "all" } }, admin.token);
    await workOnAll();
    return id;
  }

  return {
    "POST Import/UploadFile": async (): Promise<Example> => ({
      good: { upload: new Blob(["Title\nA title"]) },
      bad: { upload: new Blob(["%PDF-1.7"]) },
    }),
    "POST Schools/UploadDirectory": async (): Promise<Example> => ({
      good: { upload: new Blob([aSchoolDirectory(3)]) },
      bad: { upload: new Blob([aSchoolDirectory(3).replaceAll("\t", ",")]) },
    }),
    "POST Import/SaveRows/{id}": async (): Promise<Example> => ({
      good: { params: { id: await aCheckedImport() }, body: { rows: "all" } },
      bad: { params: { id: 999_999 } },
      finish: workOnAll,
    }),
    "POST Import/Cancel/{id}": async (): Promise<Example> => ({
      good: { params: { id: await aCheckedImport() } },
      bad: { params: { id: 999_999 } },
    }),
    "POST Import/MapWords": async (): Promise<Example> => ({
      good: { body: { words: [{ field: "subject", word: "At home", value: "Safety" }] } },
      bad: { body: { words: [{ field: "subject", word: "At home", value: "Nowhere" }] } },
    }),
    "POST Import/Undo/{id}": async (): Promise<Example> => ({
      good: { params: { id: await aSavedImport() } },
      bad: { params: { id: await aCheckedImport() } },
      finish: workOnAll,
    }),
  };
}
