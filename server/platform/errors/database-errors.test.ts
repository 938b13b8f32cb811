import Fastify from "fastify";
import { sql } from "kysely";
import { expect, it, onTestFinished } from "vitest";
import { answerError } from "#server/http/answer-errors.ts";
import { logOptions } from "#server/platform/log.ts";
import { testApp } from "#server/test/app.ts";

const library = await testApp();

/** Returns the status and log level of a request whose statement fails with this SQLSTATE. */
async function outcomeOf(code: string) {
  const lines: string[] = [];
  const app = Fastify({
    logger: { ...logOptions("info"), stream: { write: (line: string) => void lines.push(line) } },
  });
  onTestFinished(() => app.close());
  app.setErrorHandler(answerError);
  app.decorate("noteFullDisk", () => true);
  app.get("/", async () => {
    await sql.raw(`do $$ begin raise exception 'it failed' using errcode = '${code}'; end $$`).execute(library.db);
  });
  const { statusCode, headers } = await app.inject({ url: "/" });
  const levels = lines.filter((line) => !line.includes("incoming") && !line.includes("completed"));
  return {
    status: statusCode,
    isWorthARetry: headers["retry-after"] !== undefined,
    levels: levels.map((line) => /"level":"(\w+)"/.exec(line)?.[1]),
  };
}

it.each([
  ["53200", "the server is out of memory"],
  ["53400", "a limit of its configuration is reached"],
  ["53100", "its disk is full"],
  ["58030", "its disk can't be read or written"],
  ["57014", "the statement took too long"],
  ["55P03", "a lock wasn't available"],
  ["40001", "the transaction conflicted with another one"],
  ["40P01", "it was in a deadlock"],
])("a statement that ends with %s because %s gets 503, logs one warning, and can be retried", async (code) => {
  expect(await outcomeOf(code)).toEqual({ status: 503, isWorthARetry: true, levels: ["warn"] });
});

it.each([
  ["57P01", "the server is stopped"],
  ["25P04", "its transaction took too long, and the server closed the connection"],
  ["08006", "the connection failed"],
])(
  "a statement that ends with %s because %s gets 503 and logs nothing, because the outage is logged once",
  async (code) => {
    expect(await outcomeOf(code)).toEqual({ status: 503, isWorthARetry: true, levels: [] });
  },
);

it.each([
  ["42601", "it is wrong"],
  ["22P02", "its value is wrong"],
  ["42501", "the role may not do it"],
  ["23514", "the row breaks a rule"],
  ["XX001", "the data is damaged"],
])("a statement that ends with %s because %s is a fault", async (code) => {
  expect(await outcomeOf(code)).toEqual({ status: 500, isWorthARetry: false, levels: ["error"] });
});
