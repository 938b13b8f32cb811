import { inflateSync } from "node:zlib";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { ownMessages } from "#contract/wire/messages.ts";
import { Refusal } from "#server/refusals/refusal.ts";
import { testApp } from "#server/test/app.ts";
import { fileReader } from "#server/platform/workers/worker.ts";
import { encodePicture } from "./picture-reader.ts";

const fixture = await testApp();
const address = await fixture.app.listen({ port: 0, host: "127.0.0.1" });
const megabyte = 1024 * 1024;

/** An AVIF of 5,000 x 3,900 pixels in 706 bytes, which takes 350 MB to read. */
const packed = [
  "eNpjYGCQSSupLEgsy0xjAILczDRDEDs3MxHEv5abWpLIAAGKGSk5RVA2Q0FmcgkDGlDKzMlPBjFcHBgYgRAEfkFpBsYTQEI5MzMv",
  "DcIFYlEgJ5UJykssMzAEMfkKMkty4UrCMguKCoC0RWZBcj6Q5kksM3RuNABrEsksLkiFGC7cwcDAbwNkCBRkVmSCRJg5ODiAlFhm",
  "QS7M/UAnMTcyMQMZF3JTEkuEGLi4bIye8z/PVVBccMloO7OgGWe38I7HfaxTGxkYYs+f0vouWfltNaOl2NfYVNHITRuebdnjc8Nz",
  "2Yz2oiCBSONzS+OXbpCMCfBfYCtfkPTJ0/3NNJtlZ5cYe64rUE55t/5WyvXJXjkrf2hOWlCRsnDjttBqX6sGFc6v4p9WhJ74WFx5",
  "/pRL8p+G1zbsPWzbM2zt1c7VzJi8O2GeUWkn41zfmzp7l6utuHTphE/tc4ESRffnZaWJfqWTbS0u/zgvdECnlC1VNGDTjBcL7Dl0",
  "Vint62v6FdUb/Ja3XV+5tNTNTPrd9O7nGt7FGblJ/A7ud+wqWNb7fnjlwJFReW39g7T/abGoVvNN4bp1rjnoUeOEg//E/yimOdta",
  "r6uZLdbj3bvEeuWV/nN3LsUKetz+9M75x4qjl6fuOi2wskEsfKmk1I/ushO11+NlL1amJ3j9X/4gu97Nr3ORowDQ9DDVP9l/FyxI",
  "D3bqK1nxK3Z934KcKo8nB2qC+FivWF4p0fh+5d9/y7sTu0uSvWOVv8uwS3JPLme1d/crnaT+UijgbYDzkwiHKUz6JSdX/ZS2eR94",
  "PNX/jejR0tK5Bt4C3FkHO19Jthf4RuVkWd9kuy52RwEAwg4BSw==",
].join("");
const large = inflateSync(Buffer.from(packed, "base64"));
const small = () =>
  sharp({ create: { width: 200, height: 300, channels: 3, background: "teal" } })
    .jpeg()
    .toBuffer();

describe("a picture of 19.5 million pixels", { timeout: 120_000 }, () => {
  it("is rejected when it needs too much memory, without delaying requests or the next picture", async () => {
    const read = fileReader({ memory: 300 * megabyte });
    await encodePicture(await small(), read);
    let isOver = false;
    const reading = encodePicture(large, read)
      .catch((error: unknown) => error)
      .finally(() => (isOver = true));
    let answers = 0;
    while (!isOver && answers < 100) {
      expect((await fetch(`${address}/api/Code/GetEveryGrade`)).status).toBe(200);
      answers += 1;
    }
    expect(answers).toBeGreaterThan(0);
    const refusal = await reading;
    expect(refusal).toBeInstanceOf(Refusal);
    expect(refusal instanceof Refusal && refusal.message).toBe(ownMessages.pictureTakesTooMuch);
    expect(await encodePicture(await small(), read)).toMatchObject({ width: 200 });
  });
});
