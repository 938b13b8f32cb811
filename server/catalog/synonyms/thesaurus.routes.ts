import * as calls from "#contract/catalog/thesaurus.ts";
import { serve } from "#server/http/serve.ts";
import type { Parts } from "#server/parts.ts";
import type { FastifyInstance } from "fastify";
import { presentEntry } from "./entries.present.ts";
import { entriesLike } from "./entries.queries.ts";
import { removeEntry } from "./remove-entry.ts";
import { saveEntry } from "./save-entry.ts";
import { showEntry } from "./show-entry.ts";

/** Serves Thesaurus/*: the words that searches know beyond those of titles. */
export function thesaurusRoutes(app: FastifyInstance, { db, clock }: Parts): void {
  serve(app, calls.getThesaurusEntries, async ({ query: { searchString, page = 1, pageSize = 25 } }) => {
    const { rows, total } = await entriesLike(db, searchString, { number: page, size: pageSize });
    return { data: rows.map(presentEntry), total };
  });
  serve(app, calls.getThesaurusEntry, async ({ params }) => ({ data: await showEntry(db, params.id) }));
  serve(app, calls.saveThesaurusEntry, async ({ body }, { session }) => {
    const id = await saveEntry(db, body, { userId: session.userId, at: clock.now() });
    return { id, data: await showEntry(db, id) };
  });
  serve(app, calls.removeThesaurusEntry, async ({ params: { id }, body }, { session }) => {
    await removeEntry(db, id, body.version, { userId: session.userId, at: clock.now() });
    return { id };
  });
}
