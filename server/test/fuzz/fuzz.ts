import fc from "fast-check";
import { Agent, request } from "node:http";
import { type AskedBy, type FuzzRequest, operations, requestsOf } from "./requests.ts";
import { Ajv2020 } from "ajv/dist/2020.js";

export type Login = { userName: string; password: string; userTypeId: 1 | 2 };

export type FuzzOptions = {
  address: string;
  logins: {
    /** Called for each batch of requests, because staff calls may anonymize, merge, or block a borrower. */
    newBorrower: (round: number) => Promise<Login>;
    admin: Login;
  };
  seconds: number;
  /** The same seed makes the same requests. */
  seed?: number;
};

export type FuzzFigures = {
  seed: number;
  requests: number;
  perSecond: number;
  statuses: Record<string, number>;
  slowestMs: number;
  slowest: string;
  /** Faults, and responses outside their schema. */
  wrong: string[];
};

const concurrency = 8;
const batchSize = 400;

/**
 * Sends every call of the API document valid and now and then invalid input, and checks every response against the same
 * document.
 */
export async function fuzz({ address, logins, seconds, seed = Date.now() }: FuzzOptions): Promise<FuzzFigures> {
  const agent = new Agent({ keepAlive: true, maxSockets: concurrency });
  const ask = asker(address, agent);
  const { body } = await ask({ method: "GET", url: "/api/openapi.json", headers: {} });
  const document: object = JSON.parse(body);
  const [requests, judge] = [requestsOf(operations.parse(document)), answerJudge(document)];
  const figures: FuzzFigures = { seed, requests: 0, perSecond: 0, statuses: {}, slowestMs: 0, slowest: "", wrong: [] };
  const startedAt = performance.now();
  const isOver = () => performance.now() - startedAt > seconds * 1000 || figures.wrong.length >= 20;

  for (let round = 0; !isOver(); round += 1) {
    // for each batch, because some calls end sessions
    const people = { borrower: await logins.newBorrower(round), admin: logins.admin };
    const tokens = { nobody: undefined, forged: "a.b.c", ...(await tokensOf(ask, people)) };
    const batch = fc.sample(requests, { numRuns: batchSize, seed: seed + round })[Symbol.iterator]();
    const work = async () => {
      for (const each of batch) {
        if (isOver()) return;
        figures.requests += 1;
        await tryOne({ ask, judge, figures, token: tokens[each.by] }, each);
      }
    };
    await Promise.all(Array.from({ length: concurrency }, work));
  }
  agent.destroy();
  return { ...figures, perSecond: Math.round((figures.requests / (performance.now() - startedAt)) * 1000) };
}

type Ask = (request: Pick<FuzzRequest, "method" | "url" | "headers" | "body">) => Promise<FuzzAnswer>;

type Trial = {
  ask: Ask;
  judge: ReturnType<typeof answerJudge>;
  figures: FuzzFigures;
  token: string | undefined;
};

async function tryOne({ ask, judge, figures, token }: Trial, input: FuzzRequest): Promise<void> {
  const headers = { ...input.headers, ...(token !== undefined && { authorization: `Bearer ${token}` }) };
  const startedAt = performance.now();
  const answer = await ask({ ...input, headers }).catch((error: unknown) => String(error));
  const ms = performance.now() - startedAt;
  const summary = `${input.by}: ${input.method} ${input.url.slice(0, 500)} ${String(input.body ?? "").slice(0, 1500)}`;
  if (ms > figures.slowestMs) [figures.slowestMs, figures.slowest] = [Math.round(ms), summary.slice(0, 300)];
  const status = typeof answer === "string" ? "none" : String(answer.status);
  figures.statuses[status] = (figures.statuses[status] ?? 0) + 1;
  const wrong = typeof answer === "string" ? answer : judge(input, answer);
  if (wrong !== undefined)
    figures.wrong.push(`${wrong}\n  ${summary}\n  ${typeof answer === "string" ? "" : answer.body.slice(0, 1000)}`);
}

function asker(address: string, agent: Agent): Ask {
  const { hostname, port } = new URL(address);
  return ({ method, url, headers, body }) =>
    new Promise((resolve, reject) => {
      const length = body === undefined ? {} : { "content-length": String(Buffer.byteLength(body)) };
      const outgoing = request(
        { hostname, port, agent, method, path: url, headers: { ...headers, ...length } },
        (answer) => {
          const pieces: Buffer[] = [];
          answer.on("data", (piece: Buffer) => pieces.push(piece));
          answer.on("error", reject);
          answer.on("end", () =>
            resolve({
              status: answer.statusCode ?? 0,
              headers: answer.headers,
              body: Buffer.concat(pieces).toString(),
            }),
          );
        },
      );
      outgoing.on("error", reject);
      outgoing.end(body);
    });
}

async function tokensOf(
  ask: Ask,
  logins: Record<"borrower" | "admin", Login>,
): Promise<Record<Exclude<AskedBy, "nobody" | "forged">, string>> {
  const tokenOf = async (login: Login) => {
    const headers = { "content-type": "application/json" };
    const { body } = await ask({ method: "POST", url: "/api/Account/Login", headers, body: JSON.stringify(login) });
    const token: unknown = JSON.parse(body)?.data?.token;
    if (typeof token !== "string") throw new Error(`${login.userName} can't log in anymore: ${body}`);
    return token;
  };
  return { borrower: await tokenOf(logins.borrower), admin: await tokenOf(logins.admin) };
}

export type FuzzAnswer = { status: number; headers: Record<string, string | string[] | undefined>; body: string };

const internals = /\bat \/|node_modules|select |insert |syntax error|password_hash|argon2/i;

/**
 * Checks a response against the API document; returns the problem, or undefined. A fault is always wrong; a 503 is fine
 * if it has Retry-After.
 */
export function answerJudge(document: object): (request: FuzzRequest, answer: FuzzAnswer) => string | undefined {
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  ajv.addSchema(document, "api");
  const validators = new Map<string, (body: unknown) => boolean>();
  const schemaAt = (...names: string[]) => {
    const place = names.map((name) => encodeURIComponent(name.replaceAll("~", "~0").replaceAll("/", "~1"))).join("/");
    const validate = validators.get(place) ?? ajv.compile<unknown>({ $ref: `api#/${place}` });
    validators.set(place, validate);
    return validate;
  };
  const isFailure = schemaAt("components", "schemas", "Failure");

  return ({ method, path }, { status, headers, body }) => {
    if (status === 503) return headers["retry-after"] === undefined ? "503 without Retry-After" : undefined;
    if (status >= 500 || status < 200) return `status ${status}`;
    if (internals.test(body) && status !== 200) return "it reveals internals";
    const type = String(headers["content-type"]);
    if (status === 200 && !type.startsWith("application/json")) return undefined; // a file
    const data = jsonOf(body);
    if (data === undefined) return `status ${status} without JSON`;
    const isRight =
      status === 200
        ? schemaAt("paths", path, method.toLowerCase(), "responses", "200", "content", "application/json", "schema")
        : isFailure;
    return isRight(data) ? undefined : `status ${status} outside its schema`;
  };
}

function jsonOf(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
