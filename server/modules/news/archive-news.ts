import { archiveNews, unarchiveNews } from "#contract/news.ts";
import { found } from "#server/refusals/http-error.ts";
import { type Database, inTransaction } from "#server/platform/database.ts";
import { type Actor, recordAudit } from "#server/platform/record-audit.ts";
import { lockNews, writeNewsArchived } from "./news.queries.ts";

/** Takes a news item off the public pages, or puts it back on them. */
export async function setNewsArchived(db: Database, id: number, isArchived: boolean, actor: Actor): Promise<void> {
  await inTransaction(db, async (tx) => {
    const { archived_at, title } = found(await lockNews(tx, id));
    if ((archived_at !== null) === isArchived) return;
    await writeNewsArchived(tx, id, isArchived ? actor.at : null, actor.at);
    await recordAudit(tx, actor, {
      call: (isArchived ? archiveNews : unarchiveNews).call,
      kind: "news",
      subjectId: id,
      label: title,
      before: { Archived: !isArchived },
      after: { Archived: isArchived },
    });
  });
}
