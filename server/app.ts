import { allCalls } from "#contract/all.ts";
import { bodyLimits } from "#contract/wire/size-limits.ts";
import cookie from "@fastify/cookie";
import Fastify from "fastify";
import { type FastifyInstance, type FastifyServerOptions, LogController } from "fastify";
import { answerError, answerUnreadable } from "./http/answer-errors.ts";
import { noticeProxy } from "./http/door/notice-proxy.ts";
import { awaitBodies } from "./http/door/end-connection.ts";
import { refuseOddRequests } from "./http/door/refuse-odd-requests.ts";
import { answerHealth } from "./http/health.ts";
import { limitLongLists } from "./http/long-lists.ts";
import { readBodies } from "./http/read-request.ts";
import { openApi } from "./http/openapi.ts";
import { checkForgery, everyAnswer, securityHeaders } from "./http/security.ts";
import { AnswerCache } from "./http/public-answers.ts";
import { logRequests, pagePatterns, requestIds } from "./http/watch/log-requests.ts";
import { serveMetrics } from "./http/watch/serve-metrics.ts";
import { watchSecurity } from "./http/watch-security.ts";
import { limitRequests, shedLoad } from "./http/shed-load.ts";
import type { Renderer } from "./http/pages/load-renderer.ts";
import { pageSender } from "./http/pages/send-page.ts";
import { siteMap } from "./http/pages/site-map.ts";
import { wantsPage } from "./http/pages/wants-page.ts";
import { keptAssets } from "./http/files/kept-assets.ts";
import { staticFiles } from "./http/files/static-files.ts";
import { archiveRoutes, catalogRoutes, codesRoutes, labelsRoutes, synonymRoutes } from "./catalog/catalog.routes.ts";
import { accountsRoutes, borrowerAccountsRoutes } from "./people/accounts/accounts.routes.ts";
import { staffRoutes } from "./people/staff/staff.routes.ts";
import { codesOf, renameInWords, spanishNames } from "./catalog/public.ts";
import { claimCart } from "./orders/public.ts";
import { createSessionReader } from "./people/public.ts";
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
import { keepWarnings, type Warnings } from "./platform/setup/setup-checks.ts";
import { signInLog, type SignInLog } from "./platform/sign-in-log/sign-in-log.ts";
import { openFileStore } from "./platform/files/open-file-store.ts";

export type Parts = {
  db: Database;
  /** Says in less than a second whether the database answers; without it, `db` is asked. */
  databaseAnswers?: () => Promise<boolean>;
  clock: Clock;
  configuration: Configuration;
  webFolder: string;
  /** Renders the public pages; without it, the browser does. */
  renderer?: Renderer | undefined;
  logger?: FastifyServerOptions["logger"];
  /** How late the event loop may be before requests are turned away, in ms; 0 for never (tests share the machine). */
  busyAfter?: number;
  /** How many calls may be under way before others are turned away. */
  maxCalls?: number;
  /** How long visitors may get an answer that is the same for everyone, in ms; default a second. */
  cacheMs?: number;
} & Partial<Watch>;

/** What is known of this process: how its database does, and what is wrong with how it is set up. */
type Watch = {
  warnings: Warnings;
  /** The database over the connections of the jobs. */
  jobsDb: Database;
  databaseFacts: () => DatabaseFacts;
};

/** Builds the application: mounts the modules and passes each what it needs. The process does the listening. */
export async function buildApp(parts: Parts): Promise<FastifyInstance> {
  const { configuration } = parts;
  const everywhere = everyAnswer(configuration.publicUrl);
  const app: FastifyInstance = Fastify({
    logger: parts.logger ?? false,
    logController: new LogController({ disableRequestLogging: true }),
    ...requestIds,
    trustProxy: trusted(configuration.trustProxy),
    bodyLimit: bodyLimits.usual,
    onProtoPoisoning: "error",
    onConstructorPoisoning: "error",
    routerOptions: { caseSensitive: false, ignoreTrailingSlash: true, maxParamLength: 300 },
    // an address that cannot be decoded, for one
    frameworkErrors: (error, request, reply) => {
      reply.headers(everywhere);
      void (wantsPage(request) ? reply.redirect("/notfound") : answerError(error, request, reply));
    },
    clientErrorHandler: (error, socket) => answerUnreadable(error, socket, everywhere),
    forceCloseConnections: "idle",
    return503OnClosing: false, // who still comes while we leave is served
    requestTimeout: 180_000, // ms for a whole request: 10 MB from a slow school pass; other bodies have less time
    connectionTimeout: 120_000, // ms without a byte in either direction: nobody reads the answer
    http: { connectionsCheckingInterval: 1000, headersTimeout: 15_000, requireHostHeader: false },
  });
  logRequests(app, pagePatterns(parts.renderer?.pages ?? []));
  const trail = signInLog({ ...parts, log: app.log });
  watchSecurity(app, trail);
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
  const { warnings = keepWarnings(app.log) } = parts;
  const release = readRelease();
  noticeProxy(app, configuration, warnings);
  const patience = configuration.databaseWait * 1000;
  const isBusy = () => app.isUnderPressure();
  const health = { folder: configuration.dataFolder, release, warnings, isBusy, patience };
  answerHealth(app, { databaseAnswers: answers, ...health });
  serveMetrics(app, configuration.metricsToken, { ...parts, databaseAnswers: answers, release, warnings });
  const codes = async () => (await codesOf(parts.db)).version;
  app.decorate("answerCache", new AnswerCache(parts.cacheMs ?? 1000));
  const { written } = mountModules(app, { ...parts, warnings }, trail);
  systemRoutes(app, { ...parts, release, warnings });
  openApi(app, allCalls);
  const { webFolder: folder, renderer } = parts;
  const { publicUrl } = configuration;
  await staticFiles(app, folder, {
    sendPage: pageSender(app, { folder, publicUrl, written, codes, renderer }),
    sendKept: keptAssets(parts.db),
  });
  return app;
}

/** A number of proxies counts the hops nearest to us. */
function trusted(proxies: Configuration["trustProxy"]) {
  return typeof proxies === "number" ? (_address: string, hop: number) => hop < proxies : proxies;
}

/** Every module, and what one needs of another; gives what the page needs of them. */
function mountModules(app: FastifyInstance, parts: Parts & Pick<Watch, "warnings">, trail: SignInLog) {
  const { db, clock, configuration, renderer, warnings } = parts;
  app.decorate("readSession", createSessionReader({ db, clock, configuration }));
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
  borrowerAccountsRoutes(app, { db, clock });
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
  activityRoutes(app, { db, clock, configuration }, trail);
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
