// Writes db/schema.ts from a freshly migrated database; with --verify it only compares, and fails if they differ.
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { openEmbeddedPostgres } from "#server/platform/embedded-postgres/embedded-postgres.ts";
import { migrate } from "#server/platform/migrate.ts";
import { projectRoot } from "#server/platform/project-root.ts";

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "library-schema-"));
fs.chmodSync(folder, 0o755); // the server may run as another user
const server = await openEmbeddedPostgres(path.join(folder, "postgres"));
try {
  await migrate(server.connection);
  process.exitCode = generate(process.argv.includes("--verify"));
} finally {
  await server.stop();
  fs.rmSync(folder, { recursive: true, force: true });
}

function generate(onlyVerify: boolean): number {
  const { host, port, user, database, password = "" } = server.connection;
  const url = `postgres://${user}:${password}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`;
  const options = [
    ["--dialect", "postgres"],
    ["--url", url],
    ["--out-file", path.join(projectRoot, "db/schema.ts")],
    // as server/platform/connection/connection-pool.ts parses them
    ["--date-parser", "string"],
    ["--type-mapping", JSON.stringify({ int8: "number" })],
    onlyVerify ? ["--verify"] : [],
  ].flat();
  const program = path.join(projectRoot, "node_modules/kysely-codegen/dist/cli/bin.js");
  const { status } = spawnSync(process.execPath, [program, ...options], { stdio: "inherit" });
  return status ?? 1;
}
