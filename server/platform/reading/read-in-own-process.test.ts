import path from "node:path";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { ownMessages } from "#contract/wire/messages.ts";
import { fileReader } from "./read-in-own-process.ts";

const reader = path.join(import.meta.dirname, "../../test/children/odd-reader");

describe("a file reader", { timeout: 120_000 }, () => {
  const readFile = fileReader();
  const read = async (text: string, how = "echo") =>
    readFile({
      reader,
      input: { bytes: Buffer.from(text), how },
      result: z.string(),
      maxSeconds: how === "hang" ? 3 : 60,
    });
  const refusal = async (how: string) => read("x", how).catch((error: unknown) => error);

  it("reads one file after another", async () => {
    expect(await Promise.all(["one", "two", "three"].map((text) => read(text)))).toEqual(["one", "two", "three"]);
  });

  it("refuses a file that hangs it without delaying this process, and then reads the next one", async () => {
    let ticks = 0;
    const timer = setInterval(() => (ticks += 1), 100);
    const [hung, next] = await Promise.all([refusal("hang"), read("next")]);
    clearInterval(timer);
    expect(ticks).toBeGreaterThan(10);
    expect(hung).toMatchObject({ reason: { kind: "unusable-file" }, message: ownMessages.fileTakesTooLong });
    expect(next).toBe("next");
  });

  it("refuses a file that needs too much memory, and then reads the next one", async () => {
    expect(await refusal("fill")).toMatchObject({ message: ownMessages.fileTakesTooMuch });
    expect(await read("next")).toBe("next");
  });

  it("refuses a file that ends it, and then reads the next one", async () => {
    expect(await refusal("crash")).toMatchObject({ message: ownMessages.fileDamaged });
    expect(await read("next")).toBe("next");
  });

  it("refuses a result that isn't the declared one", async () => {
    const task = { reader, input: { bytes: Buffer.from("x"), how: "echo" }, result: z.number(), maxSeconds: 3 };
    await expect(readFile(task)).rejects.toThrow(z.core.$ZodError);
  });
});
