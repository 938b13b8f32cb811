import { randomBytes, timingSafeEqual } from "node:crypto";
import helmet from "@fastify/helmet";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { HttpError } from "#server/refusals/http-error.ts";

/** Of API answers: they are data, and nothing may run if they are taken for a page. */
export const dataHeaders = {
  "content-security-policy": "default-src 'none'; sandbox; frame-ancestors 'none'",
  "x-content-type-options": "nosniff",
  "cache-control": "no-store",
} as const;

/** Of every answer, whatever it is. */
export function everyAnswer(publicUrl: string): Record<string, string> {
  return {
    "referrer-policy": "same-origin",
    ...(publicUrl.startsWith("https:") && { "strict-transport-security": "max-age=31536000; includeSubDomains" }),
  };
}

/** Strict headers for pages and files: only our own scripts, styles, fonts, and pictures, and no framing. */
export async function securityHeaders(app: FastifyInstance, publicUrl: string): Promise<void> {
  const secure = publicUrl.startsWith("https:");
  const everywhere = everyAnswer(publicUrl);
  app.addHook("onRequest", async (_request, reply) => {
    reply.headers(everywhere);
  });
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        // the QR code reader is WebAssembly; this allows compiling WebAssembly but no eval of text
        scriptSrc: ["'self'", "'wasm-unsafe-eval'"],
        styleSrc: ["'self'"],
        // React sets single properties (a width, a hue) through the style attribute
        styleSrcAttr: ["'unsafe-inline'"],
        imgSrc: ["'self'", "data:", "blob:"],
        fontSrc: ["'self'"],
        connectSrc: ["'self'"],
        manifestSrc: ["'self'"],
        formAction: ["'self'"],
        baseUri: ["'none'"],
        frameAncestors: ["'none'"],
        ...(secure && { upgradeInsecureRequests: [] }),
      },
    },
    strictTransportSecurity: false,
    referrerPolicy: false,
    xFrameOptions: { action: "deny" },
    crossOriginEmbedderPolicy: false,
  });
}

const cookie = "XSRF-TOKEN";

/** Refuses a change with the cookie but without the matching header: another site can send the cookie only. */
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
