import fc from "fast-check";
import { allCalls } from "#contract/all.ts";
import { callParts } from "#contract/wire/endpoint.ts";
import { startLibrary } from "#e2e/library.ts";
import { newBorrower } from "#e2e/steps/api.ts";
import { clerkOf } from "#e2e/steps/as-clerk.ts";
import { aPdf } from "#server/test/a-pdf.ts";
import { aPicture } from "#server/test/a-picture.ts";
import { aSchoolDirectory } from "#server/test/schools/a-school-directory.ts";
import type { AttackOptions, Outcome } from "./by-sockets.ts";
import { memoryOf } from "#tools/bench/library.ts";

const calls = allCalls.filter(({ upload }) => upload !== undefined);

const calendar =
  "BEGIN:VCALENDAR\nBEGIN:VEVENT\nDTSTART;VALUE=DATE:20261221\nDURATION:P7D\nRRULE:FREQ=YEARLY\nEND:VEVENT\nEND:VCALENDAR\n";

/** Uploads damaged files, many at once, to every call that takes one. */
export async function attackByUploads({ seconds, seed }: AttackOptions): Promise<Outcome> {
  const library = await startLibrary({ SEED: "none" });
  const [statuses, wrong] = [new Map<string, number>(), new Array<string>()];
  try {
    const { kept } = await clerkOf(library.address);
    const borrower = await newBorrower(library.address, "uploader");
    const good = [
      await aPicture(),
      aPdf(),
      new Blob(["Title,SKU\nA,B00001\n"]),
      new Blob([aSchoolDirectory(40)]),
      new Blob([calendar]),
    ];
    const damagedFile = fc
      .record({
        bytes: fc.constantFrom(...(await Promise.all(good.map(bytesOf)))),
        at: fc.nat(),
        by: fc.uint8Array({ maxLength: 20 }),
        call: fc.constantFrom(...calls),
      })
      .map(({ bytes, at, by, call }) => {
        const place = at % bytes.length;
        return { call, bytes: Buffer.concat([bytes.subarray(0, place), by, bytes.subarray(place + (at % 3) * 10)]) };
      });
    const end = performance.now() + seconds * 1000;
    let uploads = 0;
    for (let round = 0; performance.now() < end; round += 1) {
      const batch = fc.sample(damagedFile, { numRuns: 24, seed: seed + round });
      const answers = await Promise.all(
        batch.map(async ({ call, bytes }) => {
          const body = new FormData();
          body.append(call.upload ?? "", new Blob([bytes]), "a💚.png");
          const token = call.access === "user" ? borrower.kept.token : kept.token;
          const headers = { authorization: `Bearer ${token}` };
          const path = callParts(call.call).path.replace(/\{\w+\}/g, "1");
          const answer = await fetch(`${library.address}/api/${path}`, { method: "POST", headers, body });
          return { status: answer.status, text: await answer.text() };
        }),
      );
      uploads += answers.length;
      for (const { status, text } of answers) {
        statuses.set(String(status), (statuses.get(String(status)) ?? 0) + 1);
        if (status >= 500 && status !== 503) wrong.push(`${status}: ${text}`);
      }
    }
    const figures = {
      uploads,
      statuses: Object.fromEntries(statuses),
      maxMb: Math.round(memoryOf(library.processId).max),
    };
    return { figures, wrong };
  } finally {
    await library.stop();
  }
}

const bytesOf = async (blob: Blob) => Buffer.from(await blob.arrayBuffer());
