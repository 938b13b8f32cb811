import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { createInterface } from "node:readline";
import { setTimeout as pause } from "node:timers/promises";
import { Builder, Key, Origin, type WebDriver, type WebElement } from "selenium-webdriver";
import { freePort } from "#e2e/library.ts";
import type { Look, Tab } from "./tab.ts";

const miniBrowsers = ["4.1", "4.0", "6.0"].map(
  (version) =>
    `/usr/lib/${process.arch === "arm64" ? "aarch64" : "x86_64"}-linux-gnu/webkit2gtk-${version}/MiniBrowser`,
);
const keys = { Enter: Key.ENTER, Escape: Key.ESCAPE, Delete: Key.DELETE };

/** Starts WebKitGTK, Safari's family, on its own screen, driven by WebDriver. */
export async function webkitTab({ width, height, dark = false }: Look): Promise<Tab> {
  const binary = process.env["WEBKIT_EXECUTABLE"] ?? miniBrowsers.find((file) => existsSync(file));
  if (binary === undefined)
    throw new Error("There is no WebKitGTK. Install it (on Debian: apt-get install webkit2gtk-driver xvfb).");
  const screen = spawn("Xvfb", ["-displayfd", "1", "-screen", "0", "1600x1200x24", "-nolisten", "tcp"]);
  const [display]: unknown[] = await once(screen.stdout, "data");
  const port = await freePort();
  const program = spawn("WebKitWebDriver", ["--host=127.0.0.1", `--port=${port}`], {
    env: {
      ...process.env,
      DISPLAY: `:${String(display).trim()}`,
      NO_AT_BRIDGE: "1",
      GDK_BACKEND: "x11",
      ...(dark && { GTK_THEME: "Adwaita:dark" }),
    },
  });
  const errors: string[] = [];
  for (const stream of [program.stdout, program.stderr])
    createInterface(stream).on(
      "line",
      (line) => line.includes("CONSOLE") && line.includes("ERROR") && errors.push(line),
    );
  const exits = [program, screen].map((child) => once(child, "exit"));
  const end = () => [program, screen].forEach((child) => child.kill());
  process.once("exit", end);
  try {
    const driver = await startSession(`http://127.0.0.1:${port}`, binary, program);
    await resize(driver, width, height);
    const close = async () => {
      await driver.quit();
      process.off("exit", end);
      end();
      await Promise.all(exits);
    };
    return { ...controlsOf(driver), errors: () => errors, close };
  } catch (error) {
    end();
    throw error;
  }
}

async function startSession(server: string, binary: string, program: ChildProcess): Promise<WebDriver> {
  while (!(await fetch(`${server}/status`).catch(() => undefined))?.ok) {
    if (program.exitCode !== null) throw new Error(`WebKitWebDriver ended with ${program.exitCode}.`);
    await pause(20);
  }
  const args = ["--automation", "--enable-write-console-messages-to-stdout=true"];
  const browser = new Builder().usingServer(server).withCapabilities({
    browserName: "MiniBrowser",
    unhandledPromptBehavior: "accept",
    "webkitgtk:browserOptions": { binary, args },
  });
  return browser.build();
}

/** Makes the page this large; the window has a bar above it. */
async function resize(driver: WebDriver, width: number, height: number): Promise<void> {
  const window = driver.manage().window();
  await window.setRect({ x: 0, y: 0, width, height });
  const inner = await driver.executeScript<[number, number]>("return [innerWidth, innerHeight]");
  await window.setRect({ x: 0, y: 0, width: 2 * width - inner[0], height: 2 * height - inner[1] });
}

function controlsOf(driver: WebDriver): Omit<Tab, "errors" | "close"> {
  const send = (...strokes: string[]) =>
    driver
      .actions()
      .sendKeys(...strokes)
      .perform();
  return {
    goto: (address) => driver.get(address),
    address: () => driver.getCurrentUrl(),
    evaluate: (expression) => driver.executeScript(`return (${expression})`),
    click: (x, y) => driver.actions().move({ origin: Origin.VIEWPORT, x, y, duration: 0 }).click().perform(),
    type: (text) => send(text),
    press: (key) =>
      key === "SelectAll"
        ? driver.actions().keyDown(Key.CONTROL).sendKeys("a").keyUp(Key.CONTROL).perform()
        : send(keys[key]),
    attach: async (expression, file) => {
      const field = await driver.executeScript<WebElement>(`return (${expression})`);
      await field.sendKeys(file);
    },
    screenshot: async () => Buffer.from(await driver.takeScreenshot(), "base64"),
  };
}
