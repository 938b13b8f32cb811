import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, chownSync, mkdirSync, openSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { stringify } from "yaml";
import * as z from "zod";
import { projectRoot } from "#server/platform/project-root.ts";
import { freePort } from "#server/test/concurrency/balanced/balanced-library.ts";

const names = ["one", "two", "three"] as const;
type Name = (typeof names)[number];
type Member = { name: Name; folder: string; port: number; rest: number; patroni: ChildProcess };

/** In seconds: when a silent leader is replaced, how often members check, and how long etcd may take. */
export const times = { ttl: 5, loop_wait: 1, retry_timeout: 2 };

const state = z.object({
  members: z.array(z.object({ name: z.string(), role: z.string(), state: z.string(), lag: z.unknown().optional() })),
});
/** PostgreSQL refuses to run as root. */
function otherUser(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const id = (flag: string) => Number(spawnSync("id", [flag, "postgres"], { encoding: "utf8" }).stdout);
  return { uid: id("-u"), gid: id("-g") };
}

/** Starts programs as one user in one folder, with their logs there. */
function programsIn(folder: string) {
  const user = otherUser();
  const children = new Set<ChildProcess>();
  chmodSync(folder, 0o755);
  return {
    children,
    start: (command: string, args: string[], log: string): ChildProcess => {
      const output = openSync(path.join(folder, log), "a");
      const child = spawn(command, args, { cwd: folder, stdio: ["ignore", output, output], ...user });
      children.add(child);
      child.once("exit", () => children.delete(child));
      return child;
    },
    /** Makes a folder that belongs to that user. */
    own: (name: string) => {
      mkdirSync(path.join(folder, name), { mode: 0o700 });
      if (user.uid !== undefined && user.gid !== undefined) chownSync(path.join(folder, name), user.uid, user.gid);
    },
  };
}

/** Starts three synchronous PostgreSQL servers with Patroni, etcd, and the haproxy of deploy/ in front, all on loopback. */
export async function startCluster(folder: string) {
  const { children, start, own } = programsIn(folder);
  const etcd = await startEtcd(own, start);
  const members = new Map<Name, Member>();
  const runPatroni = (name: Name) => start("patroni", [path.join(folder, `${name}.yml`)], `${name}.log`);
  for (const name of names) {
    own(name);
    const [port, rest] = [await freePort(), await freePort()];
    writeFileSync(path.join(folder, `${name}.yml`), patroniFile(name, path.join(folder, name), { port, rest, etcd }));
    members.set(name, { name, folder: path.join(folder, name), port, rest, patroni: runPatroni(name) });
  }
  const entry = await freePort();
  const config = [...members.values()].reduce(
    (text, { name, port, rest }) =>
      text.replace(new RegExp(`server ${name} .*`), `server ${name} 127.0.0.1:${port} port ${rest}`),
    readFileSync(path.join(projectRoot, "deploy/haproxy-database.cfg"), "utf8").replace(":5000", `:${entry}`),
  );
  writeFileSync(path.join(folder, "haproxy-database.cfg"), config);
  start("haproxy", ["-db", "-f", path.join(folder, "haproxy-database.cfg")], "haproxy-database.log");
  const end = () => {
    for (const member of members.values()) killTogether(member);
    for (const child of children) child.kill("SIGKILL");
  };
  process.once("exit", end); // so that a crash leaves nothing running
  return {
    url: (userName: string, database: string) => `postgres://${userName}@127.0.0.1:${entry}/${database}`,
    ...commandsFor([...members.values()], runPatroni),
    stop: async () => {
      const exits = [...children].map((child) => once(child, "exit"));
      end();
      await Promise.all(exits);
    },
  };
}

function commandsFor(members: readonly Member[], runPatroni: (name: Name) => ChildProcess) {
  const membersNow = async () => {
    for (const { rest } of members) {
      const answer = await fetch(`http://127.0.0.1:${rest}/cluster`).catch(() => undefined);
      if (answer?.ok) return state.parse(await answer.json()).members;
    }
    return [];
  };
  const memberWith = async (role: string) => {
    const name = (await membersNow()).find((member) => member.role === role)?.name;
    const member = members.find((each) => each.name === name);
    if (member === undefined) throw new Error(`No member of the cluster is its ${role}.`);
    return member;
  };
  return {
    /** Waits until there are a leader, a synchronous standby, and a replica that has caught up. */
    whole: async () => {
      const end = Date.now() + 300_000;
      for (;;) {
        const current = await membersNow();
        const roles = current.filter(({ state: now }) => /running|streaming/.test(now)).map(({ role }) => role);
        const isCaughtUp = current.every(({ lag }) => lag === undefined || lag === 0);
        if (isCaughtUp && roles.toSorted().join() === "leader,replica,sync_standby") return;
        if (Date.now() > end) throw new Error(`The cluster didn't recover: ${JSON.stringify(current)}`);
        await pause(200);
      }
    },
    /** Kills the leader and its Patroni as a power failure would; returns a function that restarts it. */
    killLeader: async () => {
      const leader = await memberWith("leader");
      killTogether(leader);
      return () => void (leader.patroni = runPatroni(leader.name));
    },
    /** Makes the synchronous standby the leader. */
    switchOver: async () => {
      const [from, to] = [await memberWith("leader"), await memberWith("sync_standby")];
      const body = JSON.stringify({ leader: from.name, candidate: to.name });
      const answer = await fetch(`http://127.0.0.1:${from.rest}/switchover`, { method: "POST", body });
      if (!answer.ok) throw new Error(`The switchover was refused: ${answer.status} ${await answer.text()}`);
    },
  };
}

type Start = (command: string, args: string[], log: string) => ChildProcess;

/** Starts etcd; returns its address for clients. */
async function startEtcd(own: (name: string) => void, start: Start): Promise<string> {
  own("etcd");
  const [clients, peers] = [`http://127.0.0.1:${await freePort()}`, `http://127.0.0.1:${await freePort()}`];
  const listen = ["--listen-client-urls", clients, "--advertise-client-urls", clients, "--listen-peer-urls", peers];
  const single = [
    "--initial-advertise-peer-urls",
    peers,
    "--initial-cluster",
    `default=${peers}`,
    "--log-level",
    "warn",
  ];
  start("etcd", ["--data-dir", "etcd", ...listen, ...single], "etcd.log");
  return clients.replace("http://", "");
}

function patroniFile(name: Name, folder: string, { port, rest, etcd }: { port: number; rest: number; etcd: string }) {
  const trusted = ["local all all trust", "host all all 127.0.0.1/32 trust", "host replication all 127.0.0.1/32 trust"];
  const parameters = { max_connections: 100, wal_log_hints: "on", unix_socket_directories: folder };
  const synchronous = { synchronous_mode: true, synchronous_mode_strict: true, maximum_lag_on_failover: 0 };
  return stringify({
    scope: "library",
    name,
    restapi: { listen: `127.0.0.1:${rest}`, connect_address: `127.0.0.1:${rest}` },
    etcd3: { hosts: etcd },
    bootstrap: {
      dcs: { ...times, ...synchronous, primary_start_timeout: 0, postgresql: { use_pg_rewind: true, parameters } },
      initdb: [{ encoding: "UTF8" }, { locale: "C.UTF-8" }, "data-checksums"],
    },
    postgresql: {
      listen: `127.0.0.1:${port}`,
      connect_address: `127.0.0.1:${port}`,
      data_dir: path.join(folder, "data"),
      bin_dir: programsOfPostgres(),
      pg_hba: trusted,
      pgpass: path.join(folder, "pgpass"),
      remove_data_directory_on_diverged_timelines: true,
      authentication: {
        superuser: { username: "postgres", password: "postgres" },
        replication: { username: "replicator", password: "replicator" },
      },
    },
  });
}

/** Returns the folder of Debian's newest installed PostgreSQL. */
function programsOfPostgres(): string {
  const versions = readdirSync("/usr/lib/postgresql").toSorted((a, b) => Number(b) - Number(a));
  return `/usr/lib/postgresql/${versions[0]}/bin`;
}

/** Kills Patroni first, because it would restart the server, and then the server with all of its processes. */
function killTogether({ folder, patroni }: Member): void {
  patroni.kill("SIGKILL");
  const lock = path.join(folder, "data/postmaster.pid");
  const postmaster = Number(spawnSync("head", ["-1", lock], { encoding: "utf8" }).stdout);
  if (!(postmaster > 1)) return;
  const children = spawnSync("ps", ["-o", "pid=", "--ppid", String(postmaster)], { encoding: "utf8" }).stdout;
  for (const pid of [postmaster, ...children.split("\n").map(Number)]) {
    if (!(pid > 1)) continue;
    try {
      process.kill(pid, "SIGKILL");
    } catch {
      // it ended with its server
    }
  }
}
