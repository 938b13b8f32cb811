import type { DataFolder } from "./data-folder.ts";
import type { Settings } from "./watchdog.ts";

/** The settings of the embedded server, for one small machine that also runs the application. */
export function serverSettings({ access }: DataFolder, more: Settings): Settings {
  return {
    ...("port" in access
      ? { listen_addresses: "127.0.0.1", port: String(access.port) }
      : { listen_addresses: "", unix_socket_directories: access.socketFolder, unix_socket_permissions: "0700" }),
    max_connections: "60",
    shared_buffers: "64MB",
    fsync: "on",
    synchronous_commit: "on",
    full_page_writes: "on",
    jit: "off",
    // One request, one core; and containers often give 64 MB of the shared memory that parallel workers need.
    max_parallel_workers_per_gather: "0",
    timezone: "UTC",
    // The application logs statement errors: the server would write e-mails and names into its log.
    log_min_messages: "log",
    log_checkpoints: "off",
    ...more,
  };
}
