import { expect, test } from "#e2e/test.ts";
import { Actor } from "./actor.ts";
import { firefoxTab } from "./firefox-tab.ts";
import * as journeys from "./journeys.ts";
import type { Look, Tab } from "./tab.ts";
import { webkitTab } from "./webkit-tab.ts";
import { reader, screensOf } from "#e2e/screens/every-screen.ts";

/** Chromium runs the journeys of `npm test`. */
const engines = { Firefox: firefoxTab, WebKit: webkitTab };

/** The narrowest window of WebKitGTK is wider than a phone. */
const phoneOf = (engine: string) => ({ width: engine === "WebKit" ? 447 : 390, height: 844 });

/** What browsers report for a busy library, or a refused or abandoned request, which isn't a script error. */
const expectedErrors = /Failed to load resource|We can’t reach the library/;

/** Runs a journey in one browser; fails on script errors, too, and attaches a screenshot to a failure. */
async function plays(
  start: (look: Look) => Promise<Tab>,
  look: Look,
  address: string,
  play: (actor: Actor) => Promise<void>,
) {
  const tab = await start(look);
  try {
    await play(new Actor(tab, address));
    expect(
      tab.errors().filter((error) => !expectedErrors.test(error)),
      "script errors",
    ).toEqual([]);
  } catch (error) {
    await test.info().attach("screen", { body: await tab.screenshot(), contentType: "image/png" });
    throw error;
  } finally {
    await tab.close();
  }
}

test.describe.configure({ mode: "parallel" });

for (const [engine, start] of Object.entries(engines)) {
  const initial = engine.charAt(0);
  const desk = { width: 1280, height: 800 };

  test(`${engine}: a visitor on a dark phone orders and returns titles, and a clerk ships them and takes them back`, async ({
    library,
  }) => {
    const phone = { ...phoneOf(engine), dark: true };
    const userName = `engine.${engine}`;
    let orderId = "";
    await plays(start, phone, library.address, async (actor) => {
      orderId = await journeys.visitorOrders(
        actor,
        userName,
        "vaping students",
        "How to talk to students about vaping",
      );
    });
    await plays(start, desk, library.address, (actor) => journeys.clerkShips(actor, orderId));
    await plays(start, phone, library.address, (actor) => journeys.borrowerSendsBack(actor, userName, orderId));
    await plays(start, desk, library.address, (actor) => journeys.clerkTakesBack(actor, orderId));
  });

  test(`${engine}: a clerk adds a title and news with pictures, imports a list, and changes the site`, async ({
    library,
  }) => {
    await plays(start, desk, library.address, async (actor) => {
      await journeys.clerkAddsTitle(actor, `Washing hands in ${engine}`, `ENG${initial}1`);
      await journeys.clerkWritesNews(actor, `Open on Mondays, in ${engine}`);
      await journeys.clerkImports(actor, `Imported in ${engine}`, `ENG${initial}2`);
      await journeys.clerkChangesSite(actor, `Read in ${engine}.`);
    });
  });

  test(`${engine}: nothing covers a row, link, or button on any screen, and nothing sticks out`, async ({
    library,
  }) => {
    test.setTimeout(400_000);
    const screens = await screensOf(library.address);
    const opensAll = async (actor: Actor, visitor: string) => {
      for (const { path, who } of screens) if (who === visitor) await actor.opens(path, /.*/);
    };
    await plays(start, desk, library.address, async (actor) => {
      await journeys.clerkEnters(actor);
      await opensAll(actor, "admin");
    });
    await plays(start, phoneOf(engine), library.address, async (actor) => {
      await opensAll(actor, "visitor");
      await journeys.borrowerEnters(actor, reader.userName);
      await opensAll(actor, "borrower");
    });
  });
}
