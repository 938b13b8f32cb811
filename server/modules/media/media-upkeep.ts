import { cleanUpMedia } from "./clean-up-media.ts";
import { namesOfStoredFiles } from "./media.queries.ts";

export const mediaUpkeep = {
  cleanUp: cleanUpMedia,
  names: namesOfStoredFiles,
};
