import { createHash } from "node:crypto";
import type { Endpoint, Received } from "#contract/wire/endpoint.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { LRUCache } from "lru-cache";
import type { Session } from "./caller.ts";
import { answerWriter } from "./envelope.ts";
import type { Checked } from "./read-request.ts";
import { dataHeaders } from "./security.ts";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

declare module "fastify" {
  interface FastifyInstance {
    answerCache: AnswerCache;
  }
}

/** An answer that is the same for everyone. `bytes` are its compressed forms, made for the first reader of each. */
type Answer = { body: string; tag: string; bytes: Partial<Record<Compression, Promise<Buffer>>> };

const bounds = { max: 2000, maxSize: 20 * 1024 * 1024 }; // entries, bytes
const overhead = 600; // bytes an entry takes beyond its texts

/** Caches answers that are the same for everyone for `ttl` ms; concurrent visitors share one. */
export class AnswerCache {
  readonly #answers: LRUCache<string, Answer> | undefined;
  readonly #pending = new Map<string, Promise<Answer>>();

  constructor(ttl: number) {
    if (ttl === 0) return;
    // two bytes per character of non-Latin text, and half a byte for the compressed forms
    const sizeCalculation = ({ body }: Answer, key: string) => overhead + Math.ceil(2 * key.length + 2.5 * body.length);
    this.#answers = new LRUCache({ ...bounds, ttl, sizeCalculation, maxEntrySize: bounds.maxSize / 20 });
  }

  /** Returns the cached answer or makes one; `maxAge` (seconds) is how long anyone may cache it. */
  async answer(name: string, make: () => Promise<Answer>, maxAge?: number): Promise<Answer> {
    if (!this.#answers) return make();
    const cached = this.#answers.get(name) ?? this.#pending.get(name);
    if (cached) return cached;
    const promise = make();
    this.#pending.set(name, promise);
    try {
      const answer = await promise;
      if (this.#pending.get(name) === promise)
        this.#answers.set(name, answer, maxAge === undefined ? {} : { ttl: maxAge * 1000 });
      return answer;
    } finally {
      if (this.#pending.get(name) === promise) this.#pending.delete(name);
    }
  }

  /** Clears the cache, after each change by a logged-in caller, so that they see it on public pages. */
  clear(): void {
    this.#answers?.clear();
    this.#pending.clear();
  }
}

/** True, or a function that returns whether the answer to a request is the same for everyone. */
export type SameForAll<E extends Endpoint> = true | ((received: Received<E>, session: Session | null) => boolean);

const minCompressed = 1400; // characters: a shorter answer fits into one packet

/** Sends answers that are the same for everyone: cached ones to visitors, current ones to logged-in callers. */
export function publicSender<E extends Endpoint>(app: FastifyInstance, endpoint: E, maxAge?: number) {
  const write = answerWriter(endpoint);
  const headers = {
    ...dataHeaders,
    // browsers revalidate their copy
    "cache-control": maxAge === undefined ? "no-cache" : `public, max-age=${maxAge}`,
    vary: "accept-encoding, authorization",
  };
  return async (
    { request, reply }: { request: FastifyRequest; reply: FastifyReply },
    { params, query }: Checked,
    handle: () => Promise<unknown>,
  ) => {
    const make = async (): Promise<Answer> => {
      const body = write(await handle());
      if (typeof body !== "string") throw new Error(`${endpoint.call} returned too much to send at once.`);
      return { body, tag: `"${createHash("sha1").update(body).digest("base64url")}"`, bytes: {} };
    };
    const name = `${endpoint.call} ${JSON.stringify([params, query])}`;
    const { body, tag, bytes } = await (request.session ? make() : app.answerCache.answer(name, make, maxAge));
    const encoding = body.length < minCompressed ? undefined : compressionFor(request.headers["accept-encoding"]);
    reply.headers(headers).header("etag", encoding ? `W/${tag}` : tag); // compressed bytes differ
    if (request.headers["if-none-match"]?.includes(tag)) return reply.code(304).send();
    reply.type("application/json; charset=utf-8");
    // compression is safe here: a public answer holds no secret that its length could reveal
    return encoding
      ? reply.header("content-encoding", encoding).send(await (bytes[encoding] ??= compressed(body, encoding)))
      : reply.send(body);
  };
}

export type Compression = "br" | "gzip";

// A window of 128 kB covers a page; the default of 4 MB forced a full garbage collection on every seventh page.
const fastBrotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_LGWIN]: 17 } };
const [toBrotli, toGzip] = [promisify(brotliCompress), promisify(gzip)];

/** Returns the best encoding that an Accept-Encoding header allows. */
export function compressionFor(accepted = ""): Compression | undefined {
  if (/\bbr\b/.test(accepted)) return "br";
  return /\bgzip\b/.test(accepted) ? "gzip" : undefined;
}

export async function compressed(text: string, encoding: Compression): Promise<Buffer> {
  return encoding === "br" ? toBrotli(text, fastBrotli) : toGzip(text);
}
