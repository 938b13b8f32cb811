import type { FastifyInstance } from "fastify";
import type { NounParts } from "#server/parts.ts";
import { accountsRoutes } from "./accounts/accounts.routes.ts";
import type { AfterLogin } from "./accounts/log-in.ts";
import { borrowersRoutes } from "./borrowers/borrowers.routes.ts";
import { calendarsRoutes } from "./calendars/calendars.routes.ts";
import { schoolsRoutes } from "./schools/schools.routes.ts";
import { createSessions } from "./sessions/sessions.ts";
import { staffRoutes } from "./staff/staff.routes.ts";

export function peopleRoutes(app: FastifyInstance, parts: NounParts, afterLogin: AfterLogin): void {
  app.decorate("readSession", createSessions(parts).read);
  app.decorateRequest("session", null);
  accountsRoutes(app, { ...parts, afterLogin });
  staffRoutes(app, parts);
  borrowersRoutes(app, parts);
  calendarsRoutes(app, parts);
  schoolsRoutes(app, parts);
}
