import { found } from "#server/refusals/http-error.ts";
import { encodePicture } from "#server/modules/media/public.ts";

/** WebP: to look at, and for lists. */
export type Photo = { large: Buffer; small: Buffer };

const most = 1_000_000; // bytes; what has more in it is kept smaller
const smallWidth = 320; // pixels

/** Re-encodes a photo for the database: upright, without its place and camera. What is no picture is refused. */
export async function encodePhoto(bytes: Uint8Array): Promise<Photo> {
  const { versions } = await encodePicture(bytes);
  const least = found(versions[0]);
  const kept = versions.filter(({ content }) => content.length <= most);
  const small = kept.findLast(({ width }) => width <= smallWidth) ?? least;
  return { large: Buffer.from((kept.at(-1) ?? least).content), small: Buffer.from(small.content) };
}
