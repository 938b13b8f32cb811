import { createHash } from "node:crypto";
import { createReadStream, createWriteStream, lstatSync, readlinkSync } from "node:fs";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { type Header, pack } from "tar-stream";
import type { Part } from "./contents.ts";

/**
 * Writes the parts into a compressed tar below one folder. The same parts give the same bytes: sorted, without owners, all of
 * one time, and executable or not. Answers the archive's SHA-256 in hex.
 */
export async function writeArchive(to: string, parts: readonly Part[], { root, at }: { root: string; at: Date }) {
  const archive = pack();
  const written = pipeline(archive, createGzip({ level: 9 }), createWriteStream(to));
  const sorted = parts.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const adding = (async () => {
    for (const part of sorted) await add(part, { name: `${root}/${part.name}`, mtime: at, uid: 0, gid: 0 });
    archive.finalize();
  })();
  await Promise.all([adding, written]);
  const hash = createHash("sha256");
  await pipeline(createReadStream(to), hash);
  return hash.digest("hex");

  async function add(part: Part, header: Partial<Header> & Pick<Header, "name">): Promise<void> {
    if ("text" in part) {
      const bytes = Buffer.from(part.text);
      return pipeline([bytes], archive.entry({ ...header, mode: 0o644, size: bytes.length }));
    }
    const stat = lstatSync(part.file);
    if (stat.isSymbolicLink()) {
      archive.entry({ ...header, mode: 0o777, type: "symlink", linkname: readlinkSync(part.file) });
      return;
    }
    const mode = stat.mode & 0o100 ? 0o755 : 0o644;
    await pipeline(createReadStream(part.file), archive.entry({ ...header, mode, size: stat.size }));
  }
}
