// Writes one file over and over into FOLDER, each time with a single letter, and reports the first.
import { localFiles } from "#server/platform/files/local-files.ts";

const files = localFiles(process.env.FOLDER ?? "");
for (let turn = 0; ; turn += 1) {
  await files.write([{ name: "picture.webp", content: new Uint8Array(16_000_000).fill(97 + (turn % 26)) }]);
  if (turn === 0) process.stdout.write("begun\n");
}
