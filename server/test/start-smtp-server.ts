import { type ParsedMail, simpleParser } from "mailparser";
import { SMTPServer, type SMTPServerDataStream, type SMTPServerOptions } from "smtp-server";

/** The server's behavior at a step: answer with this code, wait for release, or hang up. */
type Answer = number | "hang up" | "wait";

/** Its behavior, changeable while it runs. Default: accepts everything. */
export type Manners = { sender?: Answer; reader?: Answer; words?: Answer; login?: number };

/** A received email, parsed. */
export type Received = ParsedMail & { envelopeTo: string[] };

/** A real SMTP server on loopback with configurable behavior. */
export type SmtpServer = Awaited<ReturnType<typeof startSmtpServer>>;

/** Starts an SMTP server, which the caller stops. */
export async function startSmtpServer({
  port = 0,
  login,
}: { port?: number; login?: { user: string; pass: string } } = {}) {
  const received: Received[] = [];
  const manners: Manners = {};
  const waiting = new Set<() => void>();
  const steps = new Set<string>();
  const listeners = new Set<() => void>();
  const reached = (step: string) => {
    steps.add(step);
    for (const check of listeners) check();
  };

  const act = (step: "sender" | "reader" | "words", hangUp: () => void, done: (error?: Error | null) => void) => {
    const answer = manners[step];
    reached(step);
    if (answer === undefined) done();
    else if (answer === "hang up") hangUp();
    else if (answer === "wait") waiting.add(() => done());
    else done(Object.assign(new Error("no, thank you"), { responseCode: answer }));
  };
  const options: SMTPServerOptions = {
    authOptional: login === undefined,
    hideSTARTTLS: true,
    disableReverseLookup: true,
    onAuth({ username, password }, _session, done) {
      const isRight = username === login?.user && password === login?.pass && manners.login === undefined;
      if (isRight) done(null, { user: username });
      else done(Object.assign(new Error("Invalid login"), { responseCode: manners.login ?? 535 }));
    },
    onMailFrom: (_address, session, done) => act("sender", () => cut(session.id), done),
    onRcptTo: (_address, session, done) => act("reader", () => cut(session.id), done),
    onData(stream: SMTPServerDataStream, session, done) {
      const ignore = () => undefined; // the client is gone
      void simpleParser(stream).then((mail) => {
        const take = () =>
          received.push({ ...mail, envelopeTo: session.envelope.rcptTo.map(({ address }) => address) });
        // A server that hangs up or waits here has the email, but hasn't confirmed it.
        if (manners.words === undefined || typeof manners.words === "string") take();
        return act("words", () => cut(session.id), done);
      }, ignore);
    },
  };
  const server = new SMTPServer(options);
  server.on("error", () => {}); // clients that are killed
  const cut = (id: string) => {
    for (const connection of server.connections) if (connection.id === id) connection._socket?.destroy();
  };
  const listen = (at: number) =>
    new Promise<number>((resolve) => {
      const listening = server.listen(at, "127.0.0.1", () => {
        const address = listening.address();
        resolve(typeof address === "object" ? (address?.port ?? 0) : 0);
      });
    });
  const actualPort = await listen(port);
  const stop = () =>
    new Promise<void>((resolve) => {
      for (const connection of server.connections) connection._socket?.destroy();
      server.close(() => resolve());
    });

  return {
    port: actualPort,
    url: `smtp://${login ? `${login.user}:${login.pass}@` : ""}127.0.0.1:${actualPort}`,
    received,
    manners,
    stop,
    /** Releases all waiting clients with success. */
    letGo() {
      for (const go of waiting) go();
      waiting.clear();
    },
    /** Resolves when a client reaches a step: "sender", "reader", or "words". */
    reached: (step: string) =>
      new Promise<void>((resolve) => {
        const check = () => {
          if (!steps.has(step)) return;
          listeners.delete(check);
          steps.delete(step);
          resolve();
        };
        listeners.add(check);
        check();
      }),
  };
}
