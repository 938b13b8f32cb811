import { archiveNews, saveNewsItem } from "#contract/site/news.ts";
import { archiveTitle } from "#contract/catalog/archive.ts";
import type { TestApp } from "../app.ts";
import { anItem } from "../factories.ts";
import type { Example } from "./examples.ts";

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
