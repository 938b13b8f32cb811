import type { LibrarySettings } from "#contract/admin/settings.ts";
import type { Reason } from "#contract/wire/refusals.ts";
import { randomUUID } from "node:crypto";
import { rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { type Answer, callParts, type Endpoint, type Request } from "#contract/wire/endpoint.ts";
import { buildApp, type Parts } from "#server/app.ts";
import { systemClock } from "#server/platform/clock.ts";
import { testConfiguration } from "#server/test/secret-key.ts";
import { projectRoot } from "#server/platform/project-root.ts";
import { setRules } from "./set-rules.ts";
import { atTheEnd } from "./ends/at-the-end.ts";
import { testDatabase } from "./database.ts";

/** The application over the test file's own database, called without a network. */
export type TestApp = Awaited<ReturnType<typeof testApp>>;

/**
 * Builds the application for a test or a test file, and closes it at the end. The clock runs and can be moved; `settings` are
 * environment variables (RATE_LIMIT_SCALE is high by default), and `rules` are a manager's choices at admin/settings.
 */
export async function testApp({
  settings = {},
  rules = {},
  poolSize = 10,
  maxCalls = Infinity,
}: {
  settings?: Record<string, string>;
  rules?: Partial<LibrarySettings>;
  poolSize?: number;
  maxCalls?: number;
} = {}) {
  const { db, connection } = await testDatabase({ poolSize });
  const folder = path.join(os.tmpdir(), `library-test-data-${randomUUID()}`); // created by the first file
  atTheEnd(() => rm(folder, { recursive: true, force: true }));
  const env = { RATE_LIMIT_SCALE: "1000", DATA_DIR: folder, ...settings };
  const configuration = testConfiguration(env);
  await setRules(db, rules);
  const clock = movableClock();
  const ownParts = { db, clock, busyAfter: 0, maxCalls, cacheMs: 0 };
  const app = await startApp({ ...ownParts, configuration });
  return {
    app,
    db,
    clock,
    configuration,
    connection,
    ...callsTo(app),
    /** Starts another instance with its own configuration; given its own database, it shares no memory. */
    another: (more: Partial<Parts> = {}) => startApp({ ...ownParts, configuration: testConfiguration(env), ...more }),
  };
}

async function startApp(parts: Omit<Parts, "webFolder">) {
  const app = await buildApp({ ...parts, webFolder: path.join(projectRoot, "dist/web") });
  atTheEnd(() => app.close());
  await app.ready();
  return app;
}

/** A response as the contract declares it; a refusal has a sentence, and its errors as data. */
type Body<E extends Endpoint> = Answer<E> & { isSuccess: boolean; message?: string; reason?: Reason };

type Plain = string | number | boolean | null | undefined;
type Loose = { params?: Record<string, Plain>; query?: Record<string, Plain>; body?: unknown; upload?: Blob };

/** Calls of the contract to an application, without a network. */
export function callsTo(app: Awaited<ReturnType<typeof buildApp>>) {
  return {
    /** Makes one call of the contract, with an optional token. */
    async call<const E extends Endpoint>(endpoint: E, request: Request<E> & Loose, token?: string, address?: string) {
      return send(app, endpoint, request, token, address);
    },
    /** Makes one call with arbitrary content, which a well-behaved client would never send. */
    async callLoosely<const E extends Endpoint>(endpoint: E, request: Loose, token?: string, address?: string) {
      return send(app, endpoint, request, token, address);
    },
  };
}

async function send<E extends Endpoint>(
  app: Awaited<ReturnType<typeof buildApp>>,
  endpoint: E,
  { params = {}, query = {}, body, upload }: Loose,
  token?: string,
  address = "127.0.0.1",
) {
  const { method, path } = callParts(endpoint.call);
  const filledPath = path.replace(/\/?\{(\w+)\??\}/g, (part, name: string) => {
    const value = params[name];
    return value === undefined ? "" : `${part.startsWith("/") ? "/" : ""}${encodeURIComponent(String(value))}`;
  });
  const form = upload && (await formOf(endpoint.upload ?? "", upload));
  const response = await app.inject({
    method,
    url: `/api/${filledPath}`,
    query: Object.fromEntries(
      Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
    ),
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { "content-type": "application/json" }),
      ...form?.headers,
    },
    ...(body !== undefined && { payload: JSON.stringify(body) }),
    ...(form && { payload: form.payload }),
    remoteAddress: address,
  });
  return { status: response.statusCode, headers: response.headers, body: response.json<Body<E>>() };
}

/** Returns a form with one file, as a browser sends it. */
export async function formOf(field: string, file: Blob | string, more: readonly [string, Blob | string][] = []) {
  const form = new FormData();
  for (const [name, value] of [[field, file] as const, ...more]) form.append(name, value);
  const response = new Response(form);
  return {
    headers: { "content-type": response.headers.get("content-type") ?? "" },
    payload: Buffer.from(await response.arrayBuffer()),
  };
}

function movableClock() {
  let ahead = 0;
  return {
    now: () => new Date(systemClock.now().getTime() + ahead),
    /** Moves the clock, in ms. */
    move(by: number) {
      ahead += by;
    },
  };
}
