import * as catalog from "#contract/catalog/catalog.ts";
import * as calls from "#contract/catalog/code-lists.ts";
import type { FastifyInstance } from "fastify";
import { keepLooking } from "#server/http/keep-looking.ts";
import { serve } from "#server/http/serve.ts";
import type { Parts } from "#server/parts.ts";
import { codesOf, followCodes } from "./codes.queries.ts";
import { offered } from "./codes.rules.ts";
import { saveCodeList, showCodeLists, type TellRenamed } from "./code-lists.ts";

export function codesRoutes(app: FastifyInstance, { db, clock }: Parts, tellRenamed: TellRenamed): void {
  serve(app, catalog.getEveryStatus, async () => ({ data: [...(await codesOf(db)).statuses] }));
  serve(app, catalog.getEveryCategory, async () => ({ data: [...(await codesOf(db)).categories] }));
  serve(app, catalog.getEverySubject, async () => ({ data: offered((await codesOf(db)).subjects) }));
  serve(app, catalog.getEveryGrade, async () => ({ data: offered((await codesOf(db)).grades) }));

  serve(app, calls.getCodeLists, async () => ({ data: await showCodeLists(db) }));
  serve(app, calls.saveCodeList, async ({ body }, { session }) => {
    await saveCodeList(db, body, { userId: session.userId, at: clock.now() }, tellRenamed);
    return { data: await showCodeLists(db) };
  });
  keepLooking(app, "codes", () => followCodes(db));
}
