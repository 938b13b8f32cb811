import type { Endpoint, Given, Received } from "#contract/wire/endpoint.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Sources } from "#server/platform/kept/changes.ts";
import type { Answer, KeptAnswers } from "#server/platform/kept/kept-answers.ts";
import type { Session } from "./caller.ts";
import { answerWriter } from "./envelope.ts";
import { compressed, type Compression, compressionFor } from "./files/compress.ts";
import type { Checked } from "./read-request.ts";
import { dataHeaders } from "./security.ts";

declare module "fastify" {
  interface FastifyInstance {
    /** The answers that are the same for everybody. */
    keptAnswers: KeptAnswers;
  }
}

/** How to keep an answer that is the same for everybody (decision 003). */
export type Keep<E extends Endpoint> = {
  /** False for who gets another answer, and of what is too long to keep. */
  isFor?: (received: Received<E>, session: Session | null) => boolean;
  /** What the answer is made of: the titles whose counts it has, and whether it depends on which titles there are. */
  sources: (given: Given<E>, received: Received<E>) => Sources;
};

const shortest = 1400; // characters: a shorter answer fits into one packet as it is

const known = new WeakMap<Answer, Partial<Record<Compression, Promise<Buffer>>>>();

/** A kept answer is compressed for its first reader. It says the same to everybody, so its length tells no secret. */
async function compressedOnce(answer: Answer, how: Compression): Promise<Buffer> {
  const ways = known.get(answer) ?? {};
  known.set(answer, ways);
  return (ways[how] ??= compressed(answer.body, how));
}

/** Sends answers that are kept under what was asked for, or says that the caller has that answer already. */
export function keptSender<E extends Endpoint>(app: FastifyInstance, endpoint: E, keep: Keep<E>, maxAge?: number) {
  const write = answerWriter(endpoint);
  const headers = {
    ...dataHeaders,
    // a browser that keeps it asks first whether it is still good
    "cache-control": maxAge === undefined ? "no-cache" : `public, max-age=${maxAge}`,
    vary: "accept-encoding, authorization",
  };
  return {
    isFor: (received: Received<E>, session: Session | null) => keep.isFor?.(received, session) ?? true,
    async send(
      { request, reply }: { request: FastifyRequest; reply: FastifyReply },
      asked: Checked,
      give: () => Promise<unknown>,
    ) {
      const name = `${endpoint.call} ${JSON.stringify([asked.params, asked.query])}`;
      const answer = await app.keptAnswers.answer(name, async () => {
        /* oxlint-disable typescript/consistent-type-assertions -- as in serve() */
        const given = (await give()) as Given<E>;
        const sources = keep.sources(given, asked as Received<E>);
        /* oxlint-enable typescript/consistent-type-assertions */
        const written = write(given);
        if (typeof written !== "string") throw new Error(`${endpoint.call} gave too much to keep.`);
        return { body: written, sources };
      });
      const { body, tag } = answer;
      const how = body.length < shortest ? undefined : compressionFor(request.headers["accept-encoding"]);
      reply.headers(headers).header("etag", how ? `W/${tag}` : tag); // compressed, it has other bytes
      if (request.headers["if-none-match"]?.includes(tag)) return reply.code(304).send();
      reply.type("application/json; charset=utf-8");
      return how ? reply.header("content-encoding", how).send(await compressedOnce(answer, how)) : reply.send(body);
    },
  };
}
