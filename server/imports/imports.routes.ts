import { importLimits } from "#contract/wire/size-limits.ts";
import * as calls from "#contract/imports/imports.ts";
import { mapWords as mapCall } from "#contract/imports/imports.ts";
import { getDuplicates, getKeptTitles, skipDuplicates, undoImport } from "#contract/imports/undo-import.ts";
import { importMessages } from "#contract/wire/messages.ts";
import { serve } from "#server/http/serve.ts";
import { found } from "#server/refusals/http-error.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Configuration } from "#server/platform/configuration.ts";
import type { Database } from "#server/platform/database.ts";
import type { FastifyInstance } from "fastify";
import { exportCollection, faultyRows } from "#server/catalog/imports/export-collection.ts";
import { presentSummary } from "./imports.present.ts";
import { importOf, latestImports } from "./imports.queries.ts";
import * as steer from "./steer-import.ts";
import { mapWords } from "./steer-import.ts";
import { receiveFile } from "./take-in-file.ts";
import { keptTitles } from "#server/catalog/imports/imported-titles.queries.ts";
import { requestUndo } from "./undo-import.ts";
import { listDuplicates } from "./rows.queries.ts";

const pageLength = 20;
const noDefaults = { categoryId: 0, subjectId: 0, gradeId: 0, description: "", copies: 1 };

const uploads = {
  uploadBytes: importLimits.bytes,
  uploadSentences: {
    missing: importMessages.fileMissing,
    another: importMessages.oneFile,
    tooLarge: importMessages.fileTooLarge,
  },
};

export function importsRoutes(
  app: FastifyInstance,
  { db, clock, configuration }: { db: Database; clock: Clock; configuration: Configuration },
): void {
  const answerOf = async (id: number) => ({ data: await steer.showImport(db, id) });
  const actorOf = (session: { userId: number }) => ({ userId: session.userId, at: clock.now() });

  serve(
    app,
    calls.uploadImport,
    async ({ upload }, { session }) => {
      const id = await receiveFile(db, actorOf(session), upload);
      return { id, ...(await answerOf(id)) };
    },
    uploads,
  );

  serve(app, calls.getImport, async ({ params }) => answerOf(params.id));

  serve(app, calls.getRecentImports, async () => ({ data: (await latestImports(db, pageLength)).map(presentSummary) }));

  serve(app, calls.matchImport, async ({ params, body }) => {
    await steer.matchImport(db, params.id, { ...body, defaults: body.defaults ?? noDefaults });
    return answerOf(params.id);
  });

  serve(app, calls.saveImport, async ({ params, body }, { session }) => {
    await steer.saveRows(db, params.id, { wanted: body.rows, userId: session.userId });
    return answerOf(params.id);
  });

  serve(app, calls.cancelImport, async ({ params }, { session }) => {
    await steer.cancel(db, params.id, actorOf(session));
    return answerOf(params.id);
  });

  serve(app, getDuplicates, async ({ params, query: { page = 1, pageSize = pageLength } }) => {
    found(await importOf(db, params.id));
    return listDuplicates(db, params.id, { page, pageSize });
  });

  serve(app, skipDuplicates, async ({ params, body }) => {
    await steer.skipRows(db, params.id, body);
    return answerOf(params.id);
  });

  serve(app, mapCall, async ({ body }, { session }) => {
    await mapWords(db, body.words, actorOf(session));
    return {};
  });

  serve(app, undoImport, async ({ params }, { session }) => {
    await requestUndo(db, params.id, session.userId);
    return answerOf(params.id);
  });

  serve(app, getKeptTitles, async ({ params, query: { page = 1, pageSize = pageLength } }) =>
    keptTitles(db, params.id, { page, pageSize }),
  );

  serve(app, calls.getFaultyRows, async ({ params }) => faultyRows(db, params.id));

  serve(app, calls.exportCollection, async (_, { session }) =>
    exportCollection(db, actorOf(session), configuration.timeZone),
  );
}
