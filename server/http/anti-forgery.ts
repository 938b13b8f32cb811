import { randomBytes, timingSafeEqual } from "node:crypto";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { HttpError } from "#server/refusals/http-error.ts";

const cookie = "XSRF-TOKEN";

/**
 * Refuses a state-changing request that has the cookie but not the matching header: another site can send the cookie
 * but not the header.
 */
export function checkForgery(app: FastifyInstance): void {
  app.addHook("onRequest", async (request) => {
    const expected = request.cookies[cookie];
    if (request.method === "GET" || request.method === "HEAD" || !expected) return;
    const sent = Buffer.from(String(request.headers["x-xsrf-token"] ?? ""));
    const wanted = Buffer.from(expected);
    if (sent.length !== wanted.length || !timingSafeEqual(sent, wanted)) throw new HttpError(403);
  });
}

/** Sets the page visitor's cookie, once. */
export function giveForgeryCookie(request: FastifyRequest, reply: FastifyReply, secure: boolean): void {
  if (request.cookies[cookie]) return;
  reply.setCookie(cookie, randomBytes(16).toString("base64url"), { path: "/", sameSite: "strict", secure });
}
