import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

/** How an answer is compressed, as HTTP names it. */
export type Compression = "br" | "gzip";

// 128 kB covers a whole page. The default of 4 MB made V8 collect all its garbage on every seventh page.
const quickly = { params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_LGWIN]: 17 } };
const [toBrotli, toGzip] = [promisify(brotliCompress), promisify(gzip)];

/** The best that a request accepts, by its header. */
export function compressionFor(accepted = ""): Compression | undefined {
  if (/\bbr\b/.test(accepted)) return "br";
  return /\bgzip\b/.test(accepted) ? "gzip" : undefined;
}

export async function compressed(text: string, how: Compression): Promise<Buffer> {
  return how === "br" ? toBrotli(text, quickly) : toGzip(text);
}
