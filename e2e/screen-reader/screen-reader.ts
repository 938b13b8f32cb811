import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { appendFile, chmod, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect } from "#e2e/test.ts";

/** A screen reader that writes down what it says, on its own screen and session bus. */
export type ScreenReader = {
  /** The environment for programs that it should read. */
  env: Record<string, string>;
  /** Presses a key of the real keyboard, by its X name: "Tab", "shift+Tab", "Return". */
  presses: (key: string) => Promise<void>;
  types: (text: string) => Promise<void>;
  /** Adds a line to the transcript about a step without a key. */
  notes: (what: string) => Promise<void>;
  /** Returns all speech so far, one utterance per line, with the keys in between. */
  transcript: () => Promise<string>;
  /** Returns the speech since the last key. */
  heard: () => Promise<string>;
  /** Waits until the voice is quiet; returns the speech since the last key. */
  settles: () => Promise<string>;
  stop: () => Promise<void>;
};

const programs = ["orca", "speech-dispatcher", "openbox", "xdotool", "dbus-daemon"];

/** Starts Orca with a voice that writes text instead of speaking. */
export async function startScreenReader(): Promise<ScreenReader> {
  const folder = await mkdtemp(path.join(tmpdir(), "reader-"));
  const speechFile = path.join(folder, "spoken.txt");
  await writeVoice(folder, speechFile);
  await writeSettings(folder);
  const children: ChildProcess[] = [];
  const start = (program: string, args: string[], env: Record<string, string> = {}) => {
    const child = spawn(program, args, { env: { ...process.env, ...env }, stdio: ["ignore", "pipe", "pipe"] });
    child.on("error", () => undefined); // the wait below reports it
    child.stderr.resume();
    children.push(child);
    return child;
  };
  const end = () => children.toReversed().forEach((child) => child.kill());
  process.once("exit", end);
  const stop = async () => {
    const ended = children.map((child) => child.exitCode ?? child.signalCode ?? once(child, "exit"));
    end();
    process.off("exit", end);
    await Promise.all(ended.map((exit) => Promise.resolve(exit)));
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    const display = await firstLine(
      start("Xvfb", ["-displayfd", "1", "-screen", "0", "1280x900x24", "-nolisten", "tcp"]),
    );
    const basic = {
      HOME: path.join(folder, "home"),
      XDG_RUNTIME_DIR: path.join(folder, "run"),
      XDG_SESSION_TYPE: "x11",
      DISPLAY: `:${display}`,
      LANG: "C.UTF-8",
      GTK_MODULES: "gail:atk-bridge",
      GNOME_ACCESSIBILITY: "1",
    };
    const bus = await firstLine(start("dbus-daemon", ["--session", "--nofork", "--print-address=1"], basic));
    const env = { ...basic, DBUS_SESSION_BUS_ADDRESS: bus };
    for (const [schema, key] of [
      ["org.gnome.desktop.interface", "toolkit-accessibility"],
      ["org.gnome.desktop.a11y.applications", "screen-reader-enabled"],
    ] as const)
      await once(start("gsettings", ["set", schema, key, "true"], env), "exit");
    start("openbox", [], env).stdout.resume();
    start("speech-dispatcher", ["-s", "-t", "0", "-l", "1"], env).stdout.resume();
    start("orca", ["--replace"], env).stdout.resume();
    const reader = { env, ...listenTo(speechFile, env), stop };
    await expect.poll(reader.transcript, "the screen reader says that it is on").toMatch(/Screen reader on/i);
    return reader;
  } catch (error) {
    await stop();
    throw new Error(`There is no screen reader (on Debian: apt-get install ${programs.join(" ")}): ${String(error)}`, {
      cause: error,
    });
  }
}

async function writeVoice(folder: string, speechFile: string): Promise<void> {
  const config = path.join(folder, "home/.config/speech-dispatcher");
  await mkdir(path.join(config, "modules"), { recursive: true });
  await mkdir(path.join(folder, "run"), { mode: 0o700 });
  await writeFile(speechFile, "");
  const voice = path.join(folder, "voice.sh");
  await writeFile(voice, `#!/bin/sh\ntr -s '[:space:]\\000' ' ' >> '${speechFile}'\necho >> '${speechFile}'\n`);
  await chmod(voice, 0o755);
  const languages = ["en", "es"].flatMap((code) => [
    `GenericLanguage "${code}" "${code}" "utf-8"`,
    `AddVoice "${code}" "MALE1" "${code}1"`,
  ]);
  const lines = [
    `GenericExecuteSynth "printf %s \\'$DATA\\' | ${voice}"`,
    "GenericMaxChunkLength 10000",
    ...languages,
    'DefaultVoice "en1"',
  ];
  await writeFile(path.join(config, "modules/written.conf"), `${lines.join("\n")}\n`);
  const daemon = [
    "LogLevel 1",
    'LogDir "default"',
    'DefaultLanguage "en-US"',
    'AudioOutputMethod "libao"',
    'AddModule "written" "sd_generic" "written.conf"',
    "DefaultModule written",
  ];
  await writeFile(path.join(config, "speechd.conf"), `${daemon.join("\n")}\n`);
}

/** Turns off echoed keys, which the transcript already has, and reading pages aloud as they load. */
async function writeSettings(folder: string): Promise<void> {
  const place = path.join(folder, "home/.local/share/orca");
  await mkdir(place, { recursive: true });
  const nothing = { pronunciations: {}, keybindings: {} };
  const quiet = { enableKeyEcho: false, enableEchoByCharacter: false, sayAllOnLoad: false, pageSummaryOnLoad: false };
  const profile = { profile: ["Default", "default"], ...quiet, ...nothing };
  const settings = { general: { profile: ["Default", "default"] }, ...nothing, profiles: { default: profile } };
  await writeFile(path.join(place, "user-settings.conf"), JSON.stringify(settings));
}

async function firstLine(child: ChildProcess): Promise<string> {
  if (!child.stdout) throw new Error("no output");
  const [data]: unknown[] = await Promise.race([
    once(child.stdout, "data"),
    once(child, "exit").then(() => {
      throw new Error(`${child.spawnfile} ended.`);
    }),
  ]);
  return String(data).trim();
}

/** How long the voice must be silent before it counts as done. */
const quietMs = 400;

function listenTo(speechFile: string, env: Record<string, string>) {
  const transcript = () => readFile(speechFile, "utf8");
  let before = 0;
  const notes = async (what: string) => {
    before = (await transcript()).length;
    await appendFile(speechFile, `  [${what}]\n`);
  };
  const keys = async (note: string, ...args: string[]) => {
    await notes(note);
    const [code]: unknown[] = await once(spawn("xdotool", args, { env: { ...process.env, ...env } }), "exit");
    if (code !== 0) throw new Error(`xdotool ended with ${String(code)}.`);
  };
  const heard = async () => (await transcript()).slice(before).split("\n").slice(1).join("\n").trim();
  const settles = async () => {
    let last = "";
    const rests = async () => {
      const now = await heard();
      const same = now !== "" && now === last;
      last = now;
      return same;
    };
    // some stops are silent
    await expect
      .poll(rests, { intervals: [quietMs], timeout: 5 * quietMs })
      .toBe(true)
      .catch(() => undefined);
    return last;
  };
  return {
    transcript,
    heard,
    settles,
    notes,
    presses: (key: string) => keys(key, "key", "--clearmodifiers", key),
    types: (text: string) => keys(`types ${text}`, "type", "--delay", "60", text),
  };
}
