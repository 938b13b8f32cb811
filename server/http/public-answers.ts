import { createHash } from "node:crypto";
import type { Endpoint, Received } from "#contract/wire/endpoint.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { LRUCache } from "lru-cache";
import type { Session } from "./caller.ts";
import { answerWriter } from "./envelope.ts";
import { compressed, type Compression, compressionFor } from "./files/compress.ts";
import type { Checked } from "./read-request.ts";
import { dataHeaders } from "./security.ts";

declare module "fastify" {
  interface FastifyInstance {
    answerCache: AnswerCache;
  }
}

/** An answer that is the same for everyone; `tag` names its content. It is compressed for its first reader. */
type Answer = { body: string; tag: string; bytes: Partial<Record<Compression, Promise<Buffer>>> };

const bounds = { max: 2000, maxSize: 20 * 1024 * 1024 }; // entries, bytes
const overhead = 600; // bytes an entry takes beyond its texts

/** Answers that are the same for everyone, for `ttl` ms each; 0 keeps none. Visitors who ask at the same time share one. */
export class AnswerCache {
  readonly #answers: LRUCache<string, Answer> | undefined;
  readonly #underWay = new Map<string, Promise<Answer>>();

  constructor(ttl: number) {
    if (ttl === 0) return;
    // twice the characters for a text that isn't Latin, and half for its compressed forms
    const sizeCalculation = ({ body }: Answer, key: string) => overhead + Math.ceil(2 * key.length + 2.5 * body.length);
    this.#answers = new LRUCache({ ...bounds, ttl, sizeCalculation, maxEntrySize: bounds.maxSize / 20 });
  }

  /** `maxAge`: the seconds for which anybody may keep it, so this process may, too. */
  async answer(name: string, make: () => Promise<Answer>, maxAge?: number): Promise<Answer> {
    if (!this.#answers) return make();
    const known = this.#answers.get(name) ?? this.#underWay.get(name);
    if (known) return known;
    const making = make();
    this.#underWay.set(name, making);
    try {
      const answer = await making;
      if (this.#underWay.get(name) === making)
        this.#answers.set(name, answer, maxAge === undefined ? {} : { ttl: maxAge * 1000 });
      return answer;
    } finally {
      if (this.#underWay.get(name) === making) this.#underWay.delete(name);
    }
  }

  /** Called after each change by someone with a session, so that they see it on the public pages, too. */
  clear(): void {
    this.#answers?.clear();
    this.#underWay.clear();
  }
}

/** Whether an answer is the same for everyone; a function says for which requests. */
export type SameForAll<E extends Endpoint> = true | ((received: Received<E>, session: Session | null) => boolean);

const minCompressed = 1400; // characters: a shorter answer fits into one packet as it is

/** Sends answers that are the same for everyone. Visitors may get one that's a second old; who is logged in gets a new one. */
export function publicSender<E extends Endpoint>(app: FastifyInstance, endpoint: E, maxAge?: number) {
  const write = answerWriter(endpoint);
  const headers = {
    ...dataHeaders,
    // a browser that has the answer asks whether it is still good
    "cache-control": maxAge === undefined ? "no-cache" : `public, max-age=${maxAge}`,
    vary: "accept-encoding, authorization",
  };
  return async (
    { request, reply }: { request: FastifyRequest; reply: FastifyReply },
    { params, query }: Checked,
    give: () => Promise<unknown>,
  ) => {
    const make = async (): Promise<Answer> => {
      const body = write(await give());
      if (typeof body !== "string") throw new Error(`${endpoint.call} gave too much to send at once.`);
      return { body, tag: `"${createHash("sha1").update(body).digest("base64url")}"`, bytes: {} };
    };
    const name = `${endpoint.call} ${JSON.stringify([params, query])}`;
    const { body, tag, bytes } = await (request.session ? make() : app.answerCache.answer(name, make, maxAge));
    const how = body.length < minCompressed ? undefined : compressionFor(request.headers["accept-encoding"]);
    reply.headers(headers).header("etag", how ? `W/${tag}` : tag); // compressed, it has other bytes
    if (request.headers["if-none-match"]?.includes(tag)) return reply.code(304).send();
    reply.type("application/json; charset=utf-8");
    // what everyone may read has no secret that its compressed length could tell
    return how
      ? reply.header("content-encoding", how).send(await (bytes[how] ??= compressed(body, how)))
      : reply.send(body);
  };
}
