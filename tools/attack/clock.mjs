// Loaded into an attacked library and nothing else: each SIGUSR2 moves its clock by the next of CLOCK_JUMPS, in ms.
const jumps = (process.env.CLOCK_JUMPS ?? "").split(",").map(Number);
let ahead = 0;

/* oxlint-disable typescript/no-unsafe-return -- a stand-in returns whatever the real Date does */
globalThis.Date = new Proxy(Date, {
  construct: (real, given, made) => Reflect.construct(real, given.length === 0 ? [real.now() + ahead] : given, made),
  get: (real, name, receiver) => (name === "now" ? () => real.now() + ahead : Reflect.get(real, name, receiver)),
});
process.on("SIGUSR2", () => {
  ahead += jumps.shift() ?? 0;
});
