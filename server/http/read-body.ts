import type { FastifyInstance } from "fastify";

/**
 * Bodies: JSON where a call needs one; an empty body is fine whatever its header says, and any other content type is
 * set aside for the calls that do not read a body.
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
