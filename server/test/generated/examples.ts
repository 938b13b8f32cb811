import type { CallName } from "#contract/all.ts";
import { archiveNews, saveNewsItem } from "#contract/site/news.ts";
import { archiveTitle } from "#contract/catalog/archive.ts";
import type { TestApp } from "../app.ts";
import { anItem } from "../factories.ts";
import { saveCalendar } from "#contract/people/calendars.ts";
import { matchImport, saveImport, uploadImport } from "#contract/imports/imports.ts";
import { importKinds } from "#server/import-kinds.ts";
import { doWork, importJob } from "#server/imports/own-process.ts";
import { undoJob } from "#server/imports/undo-import.ts";
import { aSchoolDirectory } from "../schools/a-school-directory.ts";
import { runDueJobs } from "../run-jobs.ts";
import { closeInventoryCount, markMissing, startInventoryCount } from "#contract/desk/inventory-counts.ts";
import { saveSynonymGroup } from "#contract/catalog/synonyms.ts";

export type Sent = { params?: Record<string, number | string>; body?: object; upload?: Blob; token?: string };

/** A call that succeeds, and one that is refused; `finish` completes the background work of the first. */
export type Example = { good: Sent; bad: Sent; finish?: () => Promise<unknown> };

export type Examples = Partial<Record<CallName, () => Promise<Example>>>;

export function archiveExamples(
  fixture: TestApp,
  admin: { token: string },
  anOrder: () => Promise<{ itemId: number }>,
) {
  async function aNewsItem(): Promise<number> {
    const body = { title: "Old", content: "News", link: "" };
    return (await fixture.call(saveNewsItem, { body }, admin.token)).body.id;
  }

  return {
    "POST Inventory/Archive/{id}": async (): Promise<Example> => ({
      good: { params: { id: (await anItem(fixture)).itemId } },
      bad: { params: { id: (await anOrder()).itemId } },
    }),
    "POST Inventory/Unarchive/{id}": async (): Promise<Example> => {
      const params = { id: (await anItem(fixture)).itemId };
      await fixture.call(archiveTitle, { params }, admin.token);
      return { good: { params }, bad: { params: { id: 999_999 } } };
    },
    "POST Inventory/ArchiveCopy/{inventoryItemId}": async (): Promise<Example> => {
      const [inactive = 0, active = 0] = (await anItem(fixture, 2)).copyIds;
      await fixture.db.updateTable("copies").set({ is_inactive: true }).where("copy_id", "=", inactive).execute();
      return { good: { params: { inventoryItemId: inactive } }, bad: { params: { inventoryItemId: active } } };
    },
    "POST Inventory/UnarchiveCopy/{inventoryItemId}": async (): Promise<Example> => {
      const [inventoryItemId = 0] = (await anItem(fixture, 1)).copyIds;
      const archived = { is_inactive: true, archived_at: fixture.clock.now() };
      await fixture.db.updateTable("copies").set(archived).where("copy_id", "=", inventoryItemId).execute();
      return { good: { params: { inventoryItemId } }, bad: { params: { inventoryItemId: 999_999_999 } } };
    },
    "POST News/Archive/{id}": async (): Promise<Example> => ({
      good: { params: { id: await aNewsItem() } },
      bad: { params: { id: 999_999 } },
    }),
    "POST News/Unarchive/{id}": async (): Promise<Example> => {
      const params = { id: await aNewsItem() };
      await fixture.call(archiveNews, { params }, admin.token);
      return { good: { params }, bad: { params: { id: 999_999 } } };
    },
  };
}

type Made = {
  anOrder: (of: { statusId: number; lent?: boolean }) => Promise<{ orderId: number }>;
  aClaim: () => Promise<number>;
};

export function bulkExamples(fixture: TestApp, { anOrder, aClaim }: Made): Examples {
  return {
    "POST Order/RenewMany": async () => {
      const { orderId } = await anOrder({ statusId: 3 });
      return { good: { body: { orders: [{ orderId, returnDate: null }] } }, bad: { body: { orders: [] } } };
    },
    "POST Reminders/Send": async () => {
      const { orderId } = await anOrder({ statusId: 3, lent: true });
      const due = { return_date: "2026-01-05" };
      await fixture.db.updateTable("orders").set(due).where("order_id", "=", orderId).execute();
      return { good: { body: { orderIds: [orderId] } }, bad: { body: { orderIds: [] } } };
    },
    "POST Inspection/MoveMany": async () => {
      const body = { inventoryItemIds: (await anItem(fixture, 1)).copyIds, from: "shelf", to: "inspection" };
      return { good: { body }, bad: { body: { ...body, inventoryItemIds: [] } } };
    },
    "POST Claims/SendLetters": async () => ({
      good: { body: { claimIds: [await aClaim()] } },
      bad: { body: { claimIds: [] } },
    }),
  };
}

let districts = 0;

export function calendarExamples(fixture: TestApp, admin: { token: string }) {
  const body = () => ({
    district: `Example ${(districts += 1)} Unified`,
    years: [{ from: "2026-08-12", to: "2027-06-04" }],
    breaks: [{ from: "2026-12-21", to: "2027-01-01", about: "Winter break" }],
  });
  return {
    "POST Calendars/SaveCalendar": async (): Promise<Example> => ({
      good: { body: body() },
      bad: { body: { ...body(), breaks: [{ from: "2027-01-01", to: "2026-12-21", about: "" }] } },
    }),
    "POST Calendars/RemoveCalendar/{id}": async (): Promise<Example> => {
      const { id } = (await fixture.call(saveCalendar, { body: body() }, admin.token)).body;
      return {
        good: { params: { id }, body: { version: 1 } },
        bad: { params: { id: 999_999 }, body: { version: 1 } },
      };
    },
  };
}

let importedCount = 0;

export function importExamples(fixture: TestApp, admin: { token: string }) {
  const workOnAll = () =>
    runDueJobs(fixture.db, [
      importJob({ ...fixture, perform: (job) => doWork({ ...fixture, kinds: importKinds }, job) }),
      undoJob({ ...fixture, kinds: importKinds }),
    ]);

  /** Creates a checked import of one title, ready to save. */
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

  async function importedBorrowers(): Promise<number> {
    importedCount += 1;
    const lines = [
      "Name,Email,Phone,School,School district,Street,City,State,ZIP",
      `Rosa Lee,rosa.lee${importedCount}@school.example,559-555-0134,Oak,Valley Unified,1 Elm St,Fresno,CA,93701`,
    ];
    const upload = new File([lines.join("\n")], "borrowers.csv");
    const { body } = await fixture.call(uploadImport, { query: { of: "borrowers" }, upload }, admin.token);
    const fields = body.data.columns.map(({ field }) => field);
    await fixture.call(matchImport, { params: { id: body.id }, body: { fields } }, admin.token);
    await workOnAll();
    await fixture.call(saveImport, { params: { id: body.id }, body: { rows: "all" } }, admin.token);
    await workOnAll();
    return body.id;
  }

  return {
    "POST Borrowers/Invite": async (): Promise<Example> => ({
      good: { body: { importId: await importedBorrowers() } },
      bad: { body: { importId: 999_999 } },
    }),
    "POST Import/UploadFile": async (): Promise<Example> => ({
      good: { upload: new Blob(["Title\nA title"]) },
      bad: { upload: new Blob(["%PDF-1.7"]) },
    }),
    "POST Schools/UploadDirectory": async (): Promise<Example> => ({
      good: { upload: new Blob([aSchoolDirectory(3)]) },
      bad: { upload: new Blob([aSchoolDirectory(3).replace("CDSCode", "Code")]) },
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

export function inventoryCountExamples(fixture: TestApp, admin: { token: string }): Examples {
  /** Starts an inventory count of everything, with a copy that nobody scans. */
  async function anInventoryCount() {
    const { copyIds } = await anItem(fixture);
    const { id } = (await fixture.call(startInventoryCount, { body: {} }, admin.token)).body;
    return { params: { id }, body: { inventoryItemIds: copyIds } };
  }
  async function aClosedOne() {
    const some = await anInventoryCount();
    await fixture.call(closeInventoryCount, { params: some.params, query: {} }, admin.token);
    return some;
  }
  const nowhere = { params: { id: 999_999 } };

  return {
    "POST InventoryCount/Start": async () => {
      await anItem(fixture);
      return { good: { body: {} }, bad: { body: { shelfLocation: "nowhere" } } };
    },
    "POST InventoryCount/Close/{id}": async () => ({
      good: { params: (await anInventoryCount()).params },
      bad: nowhere,
    }),
    "POST InventoryCount/Reopen/{id}": async () => ({ good: { params: (await aClosedOne()).params }, bad: nowhere }),
    "POST InventoryCount/MarkMissing/{id}": async () => ({ good: await aClosedOne(), bad: await anInventoryCount() }),
    "POST InventoryCount/UndoMissing/{id}": async () => {
      const some = await aClosedOne();
      await fixture.call(markMissing, some, admin.token);
      return { good: some, bad: await anInventoryCount() };
    },
    "GET InventoryCount/csv/{id}": async () => ({ good: { params: (await anInventoryCount()).params }, bad: nowhere }),
  };
}

export function synonymExamples(fixture: TestApp, admin: { token: string }) {
  const body = { words: "hula hoop, ula ula", alsoTyped: "", broader: "exercise" };
  return {
    "POST Synonyms/SaveEntry": async (): Promise<Example> => ({
      good: { body },
      bad: { body: { ...body, words: "hula hoop, Hula Hoop" } },
    }),
    "POST Synonyms/RemoveEntry/{id}": async (): Promise<Example> => {
      const { id } = (await fixture.call(saveSynonymGroup, { body }, admin.token)).body;
      return {
        good: { params: { id }, body: { version: 1 } },
        bad: { params: { id: 999_999 }, body: { version: 1 } },
      };
    },
  };
}
