// Reads a file that hangs the reader, until a test kills this process.
import path from "node:path";
import { fileReader } from "#server/platform/workers/worker.ts";
import * as z from "zod";

const { MARK = "" } = process.env;
process.stdin.resume().once("end", () => process.exit(1)); // the test that started this is gone

const read = fileReader({ onStart: (pid) => process.stdout.write(`worker ${pid}\n`) });
await read({
  module: path.join(import.meta.dirname, "odd-work"),
  input: { bytes: Buffer.from(""), how: "hang", mark: MARK },
  result: z.string(),
  maxSeconds: 600,
});
