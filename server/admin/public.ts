export { followSettings } from "./save-settings.ts";
