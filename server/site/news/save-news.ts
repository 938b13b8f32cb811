import { ownMessages } from "#contract/wire/messages.ts";
import { archiveNews, saveNewsItem, unarchiveNews } from "#contract/site/news.ts";
import type { Received } from "#contract/wire/endpoint.ts";
import { found } from "#server/refusals/http-error.ts";
import { Refusal, refusalOf } from "#server/refusals/refusal.ts";
import { isStoredAttachment } from "../media/media.queries.ts";
import { type Actor, nameOf, recordActivity, type Snapshot } from "#server/platform/record-activity.ts";
import { type Database, inTransaction } from "#server/platform/database.ts";
import type { Parts } from "#server/parts.ts";
import {
  insertNews,
  lockNews,
  type NewsChange,
  newsOf,
  type NewsRow,
  updateNews,
  writeNewsArchived,
} from "./news.queries.ts";

type NewsForm = Received<typeof saveNewsItem>["body"];

export async function saveNews({ db, clock }: Parts, form: NewsForm, actor: Actor): Promise<number> {
  return inTransaction(db, async (tx) => {
    const before = form.id === 0 ? undefined : found(await lockNews(tx, form.id));
    if (before && typeof form.version === "number" && form.version !== before.version)
      throw new Refusal({ kind: "stale", what: "news item", changedBy: await nameOf(tx, before.changed_by) });
    if (form.attachmentId && !(await isStoredAttachment(tx, clock, form.attachmentId)))
      throw refusalOf([{ field: "attachmentId", message: ownMessages.noSuchPicture }]);

    const change = changeOf(form, actor);
    const id = before?.news_id ?? (await insertNews(tx, change, actor.at));
    if (before) {
      const english_changed_at = form.spanishStillFits ? null : englishChangedAt(before, change, actor.at);
      await updateNews(tx, id, { ...change, english_changed_at }, actor.at);
    }
    const after = found(await newsOf(tx, id));
    await recordActivity(tx, actor, {
      call: saveNewsItem.call,
      kind: "news",
      subjectId: id,
      label: after.title,
      before: before ? snapshotOf(before) : null,
      after: snapshotOf(after),
    });
    return id;
  });
}

function changeOf(form: NewsForm, actor: Actor): NewsChange {
  const { title, content, link, attachmentId, attachmentAlt } = form;
  const { titleInSpanish, contentInSpanish, attachmentAltInSpanish } = form;
  const removesPicture = attachmentId === null || attachmentId === 0;
  return {
    title,
    content,
    link: link === "" ? null : link,
    changed_by: actor.userId,
    ...(attachmentAlt !== undefined && { attachment_alt: attachmentAlt }),
    ...(attachmentAltInSpanish !== undefined && { attachment_alt_in_spanish: attachmentAltInSpanish }),
    // the rules of the call require both or neither
    ...(titleInSpanish !== undefined && contentInSpanish !== undefined
      ? { title_in_spanish: titleInSpanish, content_in_spanish: contentInSpanish }
      : {}),
    ...(attachmentId !== undefined && { attachment_id: attachmentId }),
    // the alternative text belongs to the picture
    ...(removesPicture && { attachment_id: null, attachment_alt: "", attachment_alt_in_spanish: "" }),
  };
}

/** Returns when the English text changed after its translation, or null. A new or changed translation counts as accurate. */
function englishChangedAt(before: NewsRow, change: NewsChange, at: Date): Date | null {
  const after = { ...before, ...change };
  const isSame = (names: readonly (keyof NewsRow & keyof NewsChange)[]) =>
    names.every((name) => after[name] === before[name]);
  const spanish = ["title_in_spanish", "content_in_spanish", "attachment_alt_in_spanish"] as const;
  if (after.title_in_spanish === "" || !isSame(spanish)) return null;
  return isSame(["title", "content", "attachment_alt"]) ? before.english_changed_at : at;
}

/** Includes the number of the picture, because two pictures may have the same name. */
const snapshotOf = (row: NewsRow): Snapshot => ({
  Title: row.title,
  Content: row.content,
  Link: row.link,
  Picture: row.attachment_id === null ? null : `${row.file_name} (picture ${row.attachment_id})`,
  "Alternative text": row.attachment_alt,
  "Title in Spanish": row.title_in_spanish,
  "Content in Spanish": row.content_in_spanish,
  "Alternative text in Spanish": row.attachment_alt_in_spanish,
});

export async function setNewsArchived(db: Database, id: number, isArchived: boolean, actor: Actor): Promise<void> {
  await inTransaction(db, async (tx) => {
    const { archived_at, title } = found(await lockNews(tx, id));
    if ((archived_at !== null) === isArchived) return;
    await writeNewsArchived(tx, id, isArchived ? actor.at : null, actor.at);
    await recordActivity(tx, actor, {
      call: (isArchived ? archiveNews : unarchiveNews).call,
      kind: "news",
      subjectId: id,
      label: title,
      before: { Archived: !isArchived },
      after: { Archived: isArchived },
    });
  });
}
