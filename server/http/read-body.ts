import type { FastifyInstance } from "fastify";

/**
 * Bodies: JSON where a call needs one. An empty body is fine with any header; other content types are ignored by calls
 * that read no body.
 */
export function readBodies(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser("error", "error");
  app.decorateRequest("hasForeignBody", false);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("application/json", { parseAs: "string" }, (request, body, done) => {
    const text = String(body);
    if (text.trim() === "") done(null, undefined);
    else void parseJson(request, text, done);
  });
  app.addContentTypeParser("*", { parseAs: "buffer" }, (request, body, done) => {
    request.hasForeignBody = body.length > 0;
    done(null, undefined);
  });
}
