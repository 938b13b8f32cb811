import { allCalls } from "#contract/all.ts";
import { bodyLimits } from "#contract/wire/size-limits.ts";
import cookie from "@fastify/cookie";
import Fastify from "fastify";
import { type FastifyInstance, type FastifyServerOptions, LogController } from "fastify";
import { answerError, answerUnreadable } from "./http/answer-errors.ts";
import { noticeProxy } from "./http/connections/notice-proxy.ts";
import { awaitBodies } from "./http/connections/end-connection.ts";
import { refuseOddRequests } from "./http/connections/refuse-odd-requests.ts";
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
import type { Renderer } from "./http/pages/load-renderer.ts";
import { pageSender } from "./http/pages/send-page.ts";
import { siteMap } from "./http/pages/site-map.ts";
import { wantsPage } from "./http/pages/wants-page.ts";
import { storedAssetSender } from "./http/files/kept-assets.ts";
import { staticFiles } from "./http/files/static-files.ts";
import { archiveRoutes, catalogRoutes, codesRoutes, labelsRoutes, synonymRoutes } from "./catalog/catalog.routes.ts";
import { accountsRoutes } from "./people/accounts/accounts.routes.ts";
import { staffRoutes } from "./people/staff/staff.routes.ts";
import { codesOf, renameInWords, spanishNames } from "./catalog/public.ts";
import { claimCart } from "./orders/public.ts";
import { createSessions } from "./people/public.ts";
import { createContentReader } from "./site/public.ts";
import { calendarsRoutes } from "./people/calendars/calendars.routes.ts";
import { cartRoutes } from "./orders/cart/cart.routes.ts";
import { orderRoutes } from "./orders/orders.routes.ts";
import { reportRoutes } from "./orders/reports.routes.ts";
import { deskRoutes } from "./desk/desk.routes.ts";
import { claimRoutes } from "./desk/claims/claims.routes.ts";
import { borrowersRoutes } from "./people/borrowers/borrowers.routes.ts";
import { waitlistRoutes } from "./waitlist/waitlist.routes.ts";
import { activityRoutes, jobsRoutes, mailRoutes, settingsRoutes, systemRoutes } from "./admin/admin.routes.ts";
import { contentRoutes } from "./site/content/content.routes.ts";
import { inventoryCountRoutes } from "./desk/inventory-count/inventory-count.routes.ts";
import { schoolsRoutes } from "./people/schools/schools.routes.ts";
import { importsRoutes } from "./catalog/imports/imports.routes.ts";
import { mediaRoutes } from "./site/media/media.routes.ts";
import { newsRoutes } from "./site/news/news.routes.ts";
import type { Clock } from "./platform/clock.ts";
import type { Configuration } from "./platform/configuration.ts";
import { type Database, databaseAnswers } from "./platform/database.ts";
import type { DatabaseFacts } from "./platform/connection/watch-database.ts";
import { readRelease } from "./platform/release.ts";
import { createWarnings, type Warnings } from "./platform/setup/setup-checks.ts";
import { signInLog, type SignInLog } from "./platform/sign-in-log/sign-in-log.ts";
import { openFileStore } from "./platform/files/open-file-store.ts";

export type Parts = {
  db: Database;
  /** Reports within a second whether the database answers; defaults to querying `db`. */
  databaseAnswers?: () => Promise<boolean>;
  clock: Clock;
  configuration: Configuration;
  webFolder: string;
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

/** What this process knows about its database and its setup. */
type Watch = {
  warnings: Warnings;
  /** The database, on the connections reserved for jobs. */
  jobsDb: Database;
  databaseFacts: () => DatabaseFacts;
};

/** Builds the application and mounts its modules; the caller starts listening. */
export async function buildApp(parts: Parts): Promise<FastifyInstance> {
  const { configuration } = parts;
  const headers = commonHeaders(configuration.publicUrl);
  const app: FastifyInstance = Fastify({
    logger: parts.logger ?? false,
    logController: new LogController({ disableRequestLogging: true }),
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
  const health = { folder: configuration.dataFolder, release, warnings, isBusy, databaseWaitMs };
  answerHealth(app, { databaseAnswers: answers, ...health });
  serveMetrics(app, configuration.metricsToken, { ...parts, databaseAnswers: answers, release, warnings });
  const codes = async () => (await codesOf(parts.db)).version;
  app.decorate("answerCache", new AnswerCache(parts.cacheMs ?? 1000));
  const { written } = mountModules(app, { ...parts, warnings }, signIns);
  systemRoutes(app, { ...parts, release, warnings });
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

/** Mounts every module and hands each what it needs from the others; returns what pages need. */
function mountModules(app: FastifyInstance, parts: Parts & Pick<Watch, "warnings">, signIns: SignInLog) {
  const { db, clock, configuration, renderer, warnings } = parts;
  app.decorate("readSession", createSessions({ db, clock, configuration }).read);
  app.decorateRequest("session", null);
  accountsRoutes(app, { db, clock, configuration, afterLogin: (login) => claimCart(db, clock, login) });
  staffRoutes(app, { db, clock, configuration });
  mediaRoutes(app, { db, clock, files: openFileStore(configuration) });
  codesRoutes(app, { db, clock }, renameInWords);
  const items = catalogRoutes(app, { db, clock });
  archiveRoutes(app, { db, clock, configuration });
  synonymRoutes(app, { db, clock });
  const readContent = createContentReader(db);
  const readClosedDays = async () => (await readContent()).content.closedDays.days;
  calendarsRoutes(app, { db, clock, configuration });
  orderRoutes(app, { db, clock, configuration, closedDays: readClosedDays });
  borrowersRoutes(app, { db, clock, configuration }, async () => {
    const { site, contact } = (await readContent()).content;
    return { siteName: site.siteName, postalAddress: contact.postalAddress, email: contact.email };
  });
  const readSender = async () => {
    const { site, contact, closedDays, returnCosts } = (await readContent()).content;
    const { postalAddress, email } = contact;
    const phones = contact.phones.map(({ number }) => number);
    return { siteName: site.siteName, postalAddress, phones, email, closed: closedDays.days, costs: returnCosts.steps };
  };
  reportRoutes(app, { db, clock, configuration });
  deskRoutes(app, { db, clock, configuration, readSender });
  claimRoutes(app, { db, clock, configuration });
  waitlistRoutes(app, { db, clock, configuration, closedDays: readClosedDays });
  cartRoutes(app, { db, clock, configuration }, readClosedDays);
  const news = newsRoutes(app, { db, clock, configuration });
  siteMap(app, configuration.publicUrl, renderer?.pages ?? [], { items, news });
  activityRoutes(app, { db, clock, configuration }, signIns);
  importsRoutes(app, { db, clock, configuration });
  jobsRoutes(app, db);
  settingsRoutes(app, { db, clock, configuration });
  labelsRoutes(app, { db, clock });
  schoolsRoutes(app, { db, clock, configuration });
  inventoryCountRoutes(app, { db, clock, configuration });
  mailRoutes(app, { db, clock, configuration, isServerAway: () => warnings.has("mail") });
  const spanishCodes = async () => spanishNames(await codesOf(db));
  return { written: contentRoutes(app, { db, clock, configuration }, spanishCodes) };
}
