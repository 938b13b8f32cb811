import { expect, it } from "vitest";
import type { NewsItem, StaffNewsItem } from "#contract/site/news.ts";
import { circulationFixture } from "#server/test/circulation-fixture.ts";

const { call, newAdmin, db } = await circulationFixture();
const manager = await newAdmin("manager");

const idsIn = async (list: "GetPublicItems" | "GetItems" | "GetItems?archived=true") =>
  (await call<NewsItem[]>(list === "GetPublicItems" ? null : manager, `GET News/${list}`)).data.map(({ id }) => id);

it("archived news is hidden until it is unarchived, and archiving is idempotent", async () => {
  const { id } = await call<StaffNewsItem>(manager, "POST News/SaveItem", { title: "Summer", content: "Closed." });
  const current = await call<StaffNewsItem>(manager, "POST News/SaveItem", { title: "Fall", content: "Open." });
  const archive = () => call<unknown>(manager, `POST News/Archive/${id}`);
  expect((await Promise.all([archive(), archive()])).map(({ isSuccess }) => isSuccess)).toEqual([true, true]);
  expect(await idsIn("GetPublicItems")).toEqual([current.id]);
  expect(await idsIn("GetItems")).toEqual([current.id]);
  expect(await idsIn("GetItems?archived=true")).toEqual([id]);
  expect(await call(null, `GET News/GetPublicItem/${id}`)).toMatchObject({ status: 404 });
  expect((await call<StaffNewsItem>(manager, `GET News/GetItem/${id}`)).data).toMatchObject({ isArchived: true });
  await call(manager, `POST News/Unarchive/${id}`);
  expect(await idsIn("GetPublicItems")).toEqual([current.id, id]);
  const entries = await db.selectFrom("activity_log").select("call").where("subject_id", "=", id).execute();
  expect(entries.map((entry) => entry.call)).toEqual([
    "POST News/SaveItem",
    "POST News/Archive/{id}",
    "POST News/Unarchive/{id}",
  ]);
});
