import * as calls from "#contract/people/schools.ts";
import { serve } from "#server/http/serve.ts";
import type { Parts } from "#server/parts.ts";
import type { FastifyInstance } from "fastify";
import { districtsLike, schoolsLike, showDirectory } from "./schools.queries.ts";
import { replaceDirectory } from "./take-in-directory.ts";

const uploads = {
  uploadBytes: calls.directoryLimits.bytes,
  uploadSentences: {
    missing: "Choose a file to upload.",
    another: "Upload one file at a time.",
    tooLarge: "The file can’t be larger than 25 MB.",
  },
};

export function schoolsRoutes(app: FastifyInstance, { db }: Parts): void {
  serve(
    app,
    calls.suggestSchools,
    async ({ query: { text, district, of } }) => {
      if (text.trim().length < calls.minSchoolSearch) return { data: [] };
      return { data: of === "districts" ? await districtsLike(db, text) : await schoolsLike(db, text, district) };
    },
    { maxAge: 60 },
  );
  serve(app, calls.getDirectory, async () => ({ data: await showDirectory(db) }));
  serve(
    app,
    calls.uploadDirectory,
    async ({ upload }, { actor }) => {
      const notes = await replaceDirectory(db, actor, upload);
      return { data: await showDirectory(db), notes };
    },
    uploads,
  );
}
