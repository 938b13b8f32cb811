import { cleanUpMedia } from "./clean-up-media.ts";
import { namesOfStoredFiles } from "./media.queries.ts";

/** What the library does with its stored files away from a request. */
export const mediaUpkeep = {
  cleanUp: cleanUpMedia,
  /** A query for the names of all files that rows name. */
  names: namesOfStoredFiles,
};
