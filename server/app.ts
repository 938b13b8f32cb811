import { allCalls } from "#contract/all.ts";
import { bodyLimits } from "#contract/wire/size-limits.ts";
import cookie from "@fastify/cookie";
import Fastify from "fastify";
import type { FastifyInstance, FastifyServerOptions } from "fastify";
import { answerError, answerUnreadable, FaultLog } from "./http/answer-errors.ts";
import { awaitBodies } from "./http/connections/end-connection.ts";
import { noticeProxy, refuseOddRequests } from "./http/connections/refuse-odd-requests.ts";
import { answerHealth } from "./http/health.ts";
import { limitLongLists } from "./http/long-lists.ts";
import { readBodies } from "./http/read-request.ts";
import { openApi } from "./http/openapi.ts";
import { checkForgery, commonHeaders, securityHeaders } from "./http/security.ts";
import { AnswerCache } from "./http/public-answers.ts";
import { logRequests, pagePatterns, requestIds } from "./http/watch/log-requests.ts";
import { serveMetrics } from "./http/watch/serve-metrics.ts";
import { watchSecurity } from "./http/watch-security.ts";
import { limitRequests, shedLoad } from "./http/shed-load.ts";
import { pageSender, type Renderer, wantsPage } from "./http/pages/send-page.ts";
import { siteMap } from "./http/pages/site-map.ts";
import { staticFiles, storedAssetSender } from "./http/files/static-files.ts";
import { catalogRoutes } from "./catalog/catalog.routes.ts";
import { codesOf, spanishNames } from "./catalog/public.ts";
import { importKinds } from "./import-kinds.ts";
import { importsRoutes } from "./imports/imports.routes.ts";
import { claimCart } from "./orders/public.ts";
import { createContentReader } from "./site/public.ts";
import { peopleRoutes } from "./people/people.routes.ts";
import { siteRoutes } from "./site/site.routes.ts";
import { orderRoutes } from "./orders/orders.routes.ts";
import { deskRoutes } from "./desk/desk.routes.ts";
import { waitlistRoutes } from "./waitlist/waitlist.routes.ts";
import { adminRoutes } from "./admin/admin.routes.ts";
import type { Clock } from "./platform/clock.ts";
import type { Configuration } from "./platform/configuration.ts";
import { type Database, databaseAnswers } from "./platform/database.ts";
import type { FileStore } from "./platform/files/file-store.ts";
import { openFileStore } from "./platform/files/open-file-store.ts";
import type { DatabaseFacts } from "./platform/connection/watch-database.ts";
import { readRelease, type Release } from "./platform/release.ts";
import { createWarnings, type Warnings } from "./platform/setup/warnings.ts";
import { signInLog, type SignInLog } from "./platform/sign-in-log/sign-in-log.ts";

export type Parts = {
  db: Database;
  /** Reports within a second whether the database answers; defaults to querying `db`. */
  databaseAnswers?: () => Promise<boolean>;
  clock: Clock;
  configuration: Configuration;
  webFolder: string;
  /** Pictures and documents; defaults to the store in the configuration. */
  files?: FileStore;
  /** Renders the public pages; without it, the browser does. */
  renderer?: Renderer | undefined;
  logger?: FastifyServerOptions["logger"];
  /** Event-loop delay, in ms, above which requests get 503; 0 turns this off, for tests that share the machine. */
  busyAfter?: number;
  /** Calls in progress above which others get 503. */
  maxCalls?: number;
  /** How long an answer that is the same for everyone may be cached, in ms; default 1000. */
  cacheMs?: number;
} & Partial<Watch>;

/** The state of this process's database and setup. */
type Watch = {
  warnings: Warnings;
  /** The database, on the connections reserved for jobs. */
  jobsDb: Database;
  databaseFacts: () => DatabaseFacts;
};

/** Builds the application and mounts the nouns; the caller starts listening. */
export async function buildApp(parts: Parts): Promise<FastifyInstance> {
  const { configuration } = parts;
  const headers = commonHeaders(configuration.publicUrl);
  const app: FastifyInstance = Fastify({
    logger: parts.logger ?? false,
    logController: new FaultLog(),
    ...requestIds,
    trustProxy: trusted(configuration.trustProxy),
    bodyLimit: bodyLimits.usual,
    onProtoPoisoning: "error",
    onConstructorPoisoning: "error",
    routerOptions: { caseSensitive: false, ignoreTrailingSlash: true, maxParamLength: 300 },
    // such as an address that cannot be decoded
    frameworkErrors: (error, request, reply) => {
      reply.headers(headers);
      void (wantsPage(request) ? reply.redirect("/notfound") : answerError(error, request, reply));
    },
    clientErrorHandler: (error, socket) => answerUnreadable(error, socket, headers),
    forceCloseConnections: "idle",
    return503OnClosing: false, // requests that still arrive during shutdown are served
    requestTimeout: 180_000, // ms for a whole request: enough for 10 MB from a slow school
    connectionTimeout: 120_000, // ms without a byte in either direction
    http: { connectionsCheckingInterval: 1000, headersTimeout: 15_000, requireHostHeader: false },
  });
  app.decorate("clock", parts.clock);
  logRequests(app, pagePatterns(parts.renderer?.pages ?? []));
  const signIns = signInLog({ ...parts, log: app.log });
  watchSecurity(app, signIns);
  app.setErrorHandler(answerError);
  await securityHeaders(app, configuration.publicUrl);
  refuseOddRequests(app);
  awaitBodies(app);
  readBodies(app);
  await app.register(cookie);
  checkForgery(app);
  await shedLoad(app, parts.busyAfter ?? 1000, parts.maxCalls);
  await limitRequests(app, configuration);
  limitLongLists(app, configuration.rateLimitScale);
  const { databaseAnswers: answers = () => databaseAnswers(parts.db) } = parts;
  const { warnings = createWarnings(app.log) } = parts;
  const release = readRelease();
  noticeProxy(app, configuration, warnings);
  const databaseWaitMs = configuration.databaseWait * 1000;
  const isBusy = () => app.isUnderPressure();
  const health = { release, warnings, isBusy, databaseWaitMs };
  answerHealth(app, { databaseAnswers: answers, databaseFacts: parts.databaseFacts, ...health });
  serveMetrics(app, configuration.metricsToken, { ...parts, databaseAnswers: answers, release, warnings });
  const codes = async () => (await codesOf(parts.db)).version;
  app.decorate("answerCache", new AnswerCache(parts.cacheMs ?? 1000));
  const { written } = mountNouns(app, { ...parts, warnings }, signIns, release);
  openApi(app, allCalls);
  const { webFolder: folder, renderer } = parts;
  const { publicUrl } = configuration;
  await staticFiles(app, folder, {
    sendPage: pageSender(app, { folder, publicUrl, written, codes, renderer }),
    sendStoredAsset: storedAssetSender(parts.db),
  });
  return app;
}

/** Turns a number of proxies into Fastify's test: that many hops, counted from us, are trusted. */
function trusted(proxies: Configuration["trustProxy"]) {
  return typeof proxies === "number" ? (_address: string, hop: number) => hop < proxies : proxies;
}

/** Mounts every noun, passing it parts of the nouns below; returns the parts that pages need. */
function mountNouns(
  app: FastifyInstance,
  parts: Parts & Pick<Watch, "warnings">,
  signInLog: SignInLog,
  release: Release,
) {
  const { db, clock, configuration, renderer } = parts;
  const nounParts = { db, clock, configuration, readContent: createContentReader(db) };
  const { files = openFileStore(configuration, parts.warnings) } = parts;
  const { news, written } = siteRoutes(app, { ...nounParts, files }, async () => spanishNames(await codesOf(db)));
  const items = catalogRoutes(app, nounParts);
  importsRoutes(app, { db, kinds: importKinds });
  peopleRoutes(app, nounParts, (login) => claimCart(db, clock, login));
  orderRoutes(app, nounParts);
  deskRoutes(app, nounParts);
  waitlistRoutes(app, nounParts);
  adminRoutes(app, { ...nounParts, warnings: parts.warnings, signInLog, release });
  siteMap(app, configuration.publicUrl, renderer?.pages ?? [], { items, news });
  return { written };
}
