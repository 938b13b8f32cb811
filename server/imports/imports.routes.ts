import { importLimits } from "#contract/wire/size-limits.ts";
import * as calls from "#contract/imports/imports.ts";
import * as undoCalls from "#contract/imports/undo-import.ts";
import { importMessages } from "#contract/wire/messages.ts";
import { serve } from "#server/http/serve.ts";
import { found } from "#server/refusals/http-error.ts";
import type { Database } from "#server/platform/database.ts";
import type { FastifyInstance } from "fastify";
import { faultyRows } from "./faulty-rows.ts";
import { type ImportKinds, kindOf } from "./import-kind.ts";
import { keptRecords } from "./imported-records.queries.ts";
import { presentSummary } from "./imports.present.ts";
import { importOf, importsBy } from "./imports.queries.ts";
import { possibleDuplicates } from "./rows.queries.ts";
import * as steer from "./steer-import.ts";
import { receiveFile } from "./take-in-file.ts";
import { requestUndo } from "./undo-import.ts";

const pageLength = 20;
const noDefaults = { categoryId: 0, subjectId: 0, gradeId: 0, description: "", language: "", copies: 1 };

const uploads = {
  uploadBytes: importLimits.bytes,
  uploadSentences: {
    missing: importMessages.fileMissing,
    another: importMessages.oneFile,
    tooLarge: importMessages.fileTooLarge,
  },
};

type Parts = { db: Database; kinds: ImportKinds };

export function importsRoutes(app: FastifyInstance, parts: Parts): void {
  const { db, kinds } = parts;
  const answerOf = async (id: number) => ({ data: await steer.showImport(db, id) });

  serve(
    app,
    calls.uploadImport,
    async ({ upload, query }, { actor }) => {
      const id = await receiveFile(db, actor, { upload, kind: kindOf(kinds, query.of) });
      return { id, ...(await answerOf(id)) };
    },
    uploads,
  );

  serve(app, calls.getImport, async ({ params }) => answerOf(params.id));

  serve(app, calls.getRecentImports, async () => ({
    data: (await importsBy(db, { limit: pageLength })).map(presentSummary),
  }));

  serve(app, calls.getFirstRows, async ({ params, query }) => {
    return { data: await steer.firstRows(parts, params.id, query) };
  });

  serve(app, calls.matchImport, async ({ params, body }) => {
    await steer.matchImport(parts, params.id, { ...body, defaults: body.defaults ?? noDefaults });
    return answerOf(params.id);
  });

  serve(app, calls.saveImport, async ({ params, body }, { session }) => {
    await steer.saveRows(db, params.id, { wanted: body.rows, userId: session.userId });
    return answerOf(params.id);
  });

  serve(app, calls.cancelImport, async ({ params }, { actor }) => {
    await steer.cancel(db, params.id, actor);
    return answerOf(params.id);
  });

  serve(app, calls.mapWords, async ({ body }, { actor }) => {
    await steer.mapWords(parts, body.words, actor);
    return {};
  });

  serve(app, calls.getFaultyRows, async ({ params }) => faultyRows(parts, params.id));

  recordRoutes(app, parts);
}

/** Serves the records of an import: possible duplicates, and what an undo kept. */
function recordRoutes(app: FastifyInstance, { db, kinds }: Parts): void {
  /** Returns a function that looks up records of an import's kind. */
  async function recordsOf(importId: number) {
    const kind = kindOf(kinds, found(await importOf(db, importId)).of);
    return async <Row>(rows: readonly Row[], idOf: (row: Row) => number) => {
      const records = new Map((await kind.recordsById(db, rows.map(idOf))).map((record) => [record.id, record]));
      return {
        kind,
        known: rows.flatMap((row) => {
          const record = records.get(idOf(row));
          return record ? [{ row, record }] : []; // deleted in the meantime
        }),
      };
    };
  }

  serve(app, undoCalls.getDuplicates, async ({ params, query: { page = 1, pageSize = pageLength } }) => {
    const lookUp = await recordsOf(params.id);
    const { rows, total } = await possibleDuplicates(db, params.id, { page, pageSize });
    const { kind, known } = await lookUp(rows, ({ likeId }) => likeId);
    const data = known.map(({ row, record }) => ({
      row: row.row,
      name: kind.nameOf(row.draft),
      isSkipped: row.isSkipped,
      known: record,
    }));
    return { data, total };
  });

  serve(app, undoCalls.skipDuplicates, async ({ params, body }) => {
    await steer.skipRows(db, params.id, body);
    return { data: await steer.showImport(db, params.id) };
  });

  serve(app, undoCalls.undoImport, async ({ params }, { session }) => {
    await requestUndo(db, params.id, session.userId);
    return { data: await steer.showImport(db, params.id) };
  });

  serve(app, undoCalls.getKeptRecords, async ({ params, query: { page = 1, pageSize = pageLength } }) => {
    const lookUp = await recordsOf(params.id);
    const { rows, total } = await keptRecords(db, params.id, { page, pageSize });
    const { known } = await lookUp(rows, ({ id }) => id);
    return { data: known.map(({ row: { row, reason }, record }) => ({ ...record, row, reason })), total };
  });
}
